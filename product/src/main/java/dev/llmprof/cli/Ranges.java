package dev.llmprof.cli;

import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/// Whole numbers as a flag takes them: `8`, `1,8,64`, `1..256` doubling, `512..4096+512` by steps.
final class Ranges {
    private static final int MOST = 1_000_000;

    private Ranges() {}

    static List<Integer> of(String flag, String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int dots = part.indexOf("..");
            if (dots < 0) {
                numbers.add(number(flag, text, part));
            } else {
                addRange(numbers, flag, text, part, dots);
            }
        }
        return numbers;
    }

    private static void addRange(
            List<Integer> numbers, String flag, String text, String part, int dots) {
        int plus = part.indexOf('+');
        int first = number(flag, text, part.substring(0, dots));
        int last = number(flag, text, part.substring(dots + 2, plus < 0 ? part.length() : plus));
        int step = plus < 0 ? 0 : number(flag, text, part.substring(plus + 1));
        if (first > last || (step == 0 && first == 0)) {
            throw wrong(flag, text, "a range that goes up, from 1 where it doubles").found();
        }
        for (long n = first; n <= last; n = step == 0 ? n * 2 : n + step) {
            numbers.add((int) n);
            if (numbers.size() > MOST) {
                throw wrong(flag, text, "at most " + MOST + " numbers").found();
            }
        }
    }

    private static int number(String flag, String text, String word) {
        try {
            int number = Integer.parseInt(word.strip());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below with all that is allowed.
        }
        throw wrong(flag, text, "8, or 1,8,64, or 1..256 (doubling), or 512..4096+512").found();
    }

    private static Problem wrong(String flag, String text, String fix) {
        return new Problem("'" + text + "' is not what " + flag + " takes", flag, fix);
    }
}
