package dev.llmprof.analysis.rank;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// Numbers of ranks as a reader wants them: `0-3, 8`.
public final class RankNumbers {
    private static final int MOST_PARTS = 8;

    private RankNumbers() {}

    public static String of(Collection<Integer> ranks) {
        List<Integer> sorted = List.copyOf(new TreeSet<>(ranks));
        StringBuilder text = new StringBuilder();
        int parts = 0;
        for (int at = 0; at < sorted.size(); parts++) {
            if (parts == MOST_PARTS) {
                return text + ", … " + sorted.getLast();
            }
            int end = at;
            while (end + 1 < sorted.size() && sorted.get(end + 1) == sorted.get(end) + 1) {
                end++;
            }
            text.append(text.isEmpty() ? "" : ", ").append(sorted.get(at));
            if (end > at) {
                text.append(end == at + 1 ? ", " : "-").append(sorted.get(end));
            }
            at = end + 1;
        }
        return text.toString();
    }
}
