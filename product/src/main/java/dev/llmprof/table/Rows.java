package dev.llmprof.table;

import java.util.Arrays;
import java.util.function.IntPredicate;

/// Row numbers: filtered and sorted without boxing.
public final class Rows {
    private Rows() {}

    /// Says whether row `left` belongs before, with or after row `right`.
    @FunctionalInterface
    public interface Order {
        int compare(int left, int right);
    }

    public static int[] where(int size, IntPredicate wanted) {
        int[] rows = new int[16];
        int count = 0;
        for (int row = 0; row < size; row++) {
            if (wanted.test(row)) {
                if (count == rows.length) {
                    rows = Arrays.copyOf(rows, count * 2);
                }
                rows[count++] = row;
            }
        }
        return Arrays.copyOf(rows, count);
    }

    public static int[] sorted(int size, Order order) {
        int[] rows = new int[size];
        Arrays.setAll(rows, row -> row);
        return sorted(rows, order);
    }

    /// Stable, in place. Traces come nearly sorted, so runs that are already in order are only
    /// merged.
    public static int[] sorted(int[] rows, Order order) {
        int[] ends = runs(rows, order);
        if (ends.length > 1) {
            merge(rows, ends, order);
        }
        return rows;
    }

    private static int[] runs(int[] rows, Order order) {
        int[] ends = new int[16];
        int count = 0;
        for (int row = 1; row <= rows.length; row++) {
            if (row == rows.length || order.compare(rows[row - 1], rows[row]) > 0) {
                if (count == ends.length) {
                    ends = Arrays.copyOf(ends, count * 2);
                }
                ends[count++] = row;
            }
        }
        return Arrays.copyOf(ends, count);
    }

    private static void merge(int[] rows, int[] ends, Order order) {
        int[] from = rows;
        int[] to = new int[rows.length];
        int runs = ends.length;
        int passes = 0;
        while (runs > 1) {
            int merged = 0;
            int start = 0;
            for (int run = 0; run < runs; run += 2) {
                int middle = ends[run];
                int end = run + 1 < runs ? ends[run + 1] : middle;
                mergeTwo(from, to, start, middle, end, order);
                ends[merged++] = end;
                start = end;
            }
            runs = merged;
            int[] swap = from;
            from = to;
            to = swap;
            passes++;
        }
        if (passes % 2 == 1) {
            System.arraycopy(from, 0, rows, 0, rows.length);
        }
    }

    private static void mergeTwo(
            int[] from, int[] to, int start, int middle, int end, Order order) {
        if (middle == end || order.compare(from[middle - 1], from[middle]) <= 0) {
            System.arraycopy(from, start, to, start, end - start);
            return;
        }
        int left = start;
        int right = middle;
        for (int at = start; at < end; at++) {
            boolean takeLeft =
                    right == end || (left < middle && order.compare(from[left], from[right]) <= 0);
            to[at] = takeLeft ? from[left++] : from[right++];
        }
    }
}
