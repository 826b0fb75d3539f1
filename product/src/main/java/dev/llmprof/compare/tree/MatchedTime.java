package dev.llmprof.compare.tree;

import dev.llmprof.compare.align.Likeness;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/// How much of the working time of each side found a partner, and how.
final class MatchedTime {
    private final List<Map<Likeness, Long>> nanos =
            List.of(new EnumMap<>(Likeness.class), new EnumMap<>(Likeness.class));

    void add(int side, Likeness by, long workNanos) {
        nanos.get(side).merge(by, workNanos, Long::sum);
    }

    /// From 0 to 1; nothing to match is all matched.
    double share(int side) {
        return share(side, Likeness.CATEGORY);
    }

    /// With all that are more alike.
    private double share(int side, Likeness atLeast) {
        long whole = 0;
        long found = 0;
        for (Map.Entry<Likeness, Long> entry : nanos.get(side).entrySet()) {
            whole += entry.getValue();
            found += entry.getKey().atLeast(atLeast) ? entry.getValue() : 0;
        }
        return whole == 0 ? 1 : (double) found / whole;
    }

    String words() {
        var words = new StringJoiner(", ", "matched of A and of B, ", "");
        for (Likeness by : Likeness.values()) {
            if (by.isMatch()) {
                words.add(
                        String.format(
                                Locale.ROOT,
                                "%s %.1f %% and %.1f %%",
                                label(by),
                                100 * share(LeafSums.A, by),
                                100 * share(LeafSums.B, by)));
            }
        }
        return words.toString();
    }

    private static String label(Likeness by) {
        return switch (by) {
            case KERNEL -> "by kernel";
            case SHAPE -> "by operator and shape or better";
            case OPERATOR -> "by operator";
            case CATEGORY -> "by category";
            case NONE -> "by nothing";
        };
    }
}
