package dev.llmprof.compare.align;

import java.util.HashMap;
import java.util.Map;

/// The part of a sequence that repeats: from `start` on, `count` layers of `length` tokens.
record LayerPeriod(int start, int length, int count) {
    private static final int CANDIDATES = 16;
    private static final LayerPeriod NONE = new LayerPeriod(0, 0, 0);

    /// The distance at which most tokens come again, where at least half of all do.
    static LayerPeriod of(long[] tokens) {
        LayerPeriod best = NONE;
        int most = tokens.length / 2;
        for (int length : likely(tokens)) {
            int same = 0;
            int first = tokens.length;
            int last = 0;
            for (int at = 0; at + length < tokens.length; at++) {
                if (tokens[at] == tokens[at + length]) {
                    same++;
                    first = Math.min(first, at);
                    last = at + length + 1;
                }
            }
            if (same > most) {
                most = same;
                best = new LayerPeriod(first, length, (last - first) / length);
            }
        }
        return best;
    }

    /// The distances between two occurrences of a token that are most frequent.
    private static int[] likely(long[] tokens) {
        Map<Long, Integer> latest = new HashMap<>();
        Map<Integer, Integer> distances = new HashMap<>();
        for (int at = 0; at < tokens.length; at++) {
            int before = latest.getOrDefault(tokens[at], -1);
            latest.put(tokens[at], at);
            if (before >= 0) {
                distances.merge(at - before, 1, Integer::sum);
            }
        }
        return distances.entrySet().stream()
                .sorted(
                        Map.Entry.<Integer, Integer>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(CANDIDATES)
                .mapToInt(Map.Entry::getKey)
                .toArray();
    }

    boolean isFound() {
        return count > 1;
    }

    /// Where layer `number` begins; the one past the last is the end.
    int begin(int number) {
        return start + number * length;
    }
}
