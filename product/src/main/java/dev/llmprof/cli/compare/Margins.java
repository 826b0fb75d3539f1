package dev.llmprof.cli.compare;

import dev.llmprof.problem.Problem;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A margin as it is typed: `2%`, or the ratio `0.02`.
final class Margins {
    private static final Pattern TYPED = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,12})?)\\s*(%?)");

    private Margins() {}

    static double of(String typed) {
        Matcher matcher = TYPED.matcher(typed.strip());
        if (matcher.matches()) {
            double number = Double.parseDouble(matcher.group(1));
            double ratio = matcher.group(2).isEmpty() ? number : number / 100;
            if (ratio > 0 && ratio < 1) {
                return ratio;
            }
        }
        throw new Problem("'" + typed + "' is not a margin", "--margin", "--margin 2%").found();
    }
}
