package dev.llmprof.compare.align;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Places that occur once in each of two sequences, as many of them as stand in the same order on
/// both sides.
final class Anchors {
    private static final int TWICE = -2;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private Anchors() {}

    /// Positions of A with theirs of B, `{a, b}` in order; a place is `words` tokens long.
    static int[][] of(long[] a, long[] b, int words) {
        Map<Long, int[]> places = new HashMap<>();
        count(places, grams(a, words), 0);
        count(places, grams(b, words), 1);
        int[][] unique =
                places.values().stream()
                        .filter(place -> place[0] >= 0 && place[1] >= 0)
                        .sorted((left, right) -> Integer.compare(left[0], right[0]))
                        .toArray(int[][]::new);
        return rising(unique);
    }

    private static void count(Map<Long, int[]> places, long[] grams, int side) {
        for (int at = 0; at < grams.length; at++) {
            int[] place = places.computeIfAbsent(grams[at], _ -> new int[] {-1, -1});
            place[side] = place[side] == -1 ? at : TWICE;
        }
    }

    private static long[] grams(long[] tokens, int words) {
        long[] grams = new long[Math.max(0, tokens.length - words + 1)];
        for (int at = 0; at < grams.length; at++) {
            long gram = tokens[at];
            for (int word = 1; word < words; word++) {
                gram = (gram ^ gram >>> 29) * MIX + tokens[at + word];
            }
            grams[at] = gram;
        }
        return grams;
    }

    /// The longest part that rises on the second side too.
    private static int[][] rising(int[][] pairs) {
        int[] ends = new int[pairs.length];
        int[] previous = new int[pairs.length];
        int length = 0;
        for (int at = 0; at < pairs.length; at++) {
            int slot = slot(pairs, ends, length, pairs[at][1]);
            previous[at] = slot == 0 ? -1 : ends[slot - 1];
            ends[slot] = at;
            length = Math.max(length, slot + 1);
        }
        int[][] chain = new int[length][];
        int at = length == 0 ? -1 : ends[length - 1];
        for (int slot = length - 1; slot >= 0; slot--) {
            chain[slot] = Arrays.copyOf(pairs[at], 2);
            at = previous[at];
        }
        return chain;
    }

    private static int slot(int[][] pairs, int[] ends, int length, int value) {
        int low = 0;
        int high = length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (pairs[ends[middle]][1] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
