package dev.llmprof.study.rank;

import dev.llmprof.problem.Problem;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// One of several shares of the captures, counted from 1.
public record RankShare(int number, int of) {
    static final int MOST = 999_999;

    private static final Pattern WORD = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

    /// From `2/4`.
    public static RankShare of(String word) {
        Matcher matcher = WORD.matcher(word);
        if (matcher.matches()) {
            int number = Integer.parseInt(matcher.group(1));
            int all = Integer.parseInt(matcher.group(2));
            if (number >= 1 && number <= all) {
                return new RankShare(number, all);
            }
        }
        throw new Problem(
                        "'" + word + "' is not a share",
                        "--reduce",
                        "give I/N with I from 1 to N, such as --reduce 1/4")
                .found();
    }

    /// Every N-th, so that all have about as much to do.
    <T> List<T> among(List<T> all) {
        return IntStream.range(0, all.size())
                .filter(at -> at % of == number - 1)
                .mapToObj(all::get)
                .toList();
    }
}
