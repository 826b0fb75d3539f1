package dev.llmprof.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A column of `int` in chunks; equal neighbours share one chunk, so a column of one value costs
/// nothing.
public final class IntColumn {
    private static final int BITS = 13;
    private static final int CHUNK = 1 << BITS;
    private static final int MASK = CHUNK - 1;

    private final int[][] chunks;
    private final int size;

    private IntColumn(int[][] chunks, int size) {
        this.chunks = chunks;
        this.size = size;
    }

    public static IntColumn of(int... values) {
        Builder builder = new Builder();
        for (int value : values) {
            builder.add(value);
        }
        return builder.build();
    }

    public int size() {
        return size;
    }

    public int get(int row) {
        return chunks[row >>> BITS][row & MASK];
    }

    /// Appends values; the column takes over the chunks, so a builder is used once.
    public static final class Builder {
        private final List<int[]> full = new ArrayList<>();
        private int[] chunk = new int[16];
        private int fill;

        public void add(int value) {
            if (fill == chunk.length) {
                advance();
            }
            chunk[fill++] = value;
        }

        public void addAll(IntColumn rows) {
            for (int part = 0; part < rows.chunks.length; part++) {
                append(rows.chunks[part], Math.min(rows.size - part * CHUNK, CHUNK));
            }
        }

        private void append(int[] from, int count) {
            for (int at = 0; at < count; ) {
                if (fill == chunk.length) {
                    advance();
                }
                int some = Math.min(count - at, chunk.length - fill);
                System.arraycopy(from, at, chunk, fill, some);
                fill += some;
                at += some;
            }
        }

        /// Appends codes of another table, each as the number that `codes` has for it.
        public void addAll(IntColumn rows, int[] codes) {
            int[] known = new int[CHUNK];
            for (int part = 0; part < rows.chunks.length; part++) {
                int count = Math.min(rows.size - part * CHUNK, CHUNK);
                translate(rows.chunks[part], codes, known, count);
                append(known, count);
            }
        }

        private static void translate(int[] from, int[] codes, int[] to, int count) {
            for (int at = 0; at < count; at++) {
                to[at] = codes[from[at]];
            }
        }

        public int size() {
            return full.size() * CHUNK + fill;
        }

        public IntColumn build() {
            int[][] chunks = full.toArray(new int[full.size() + (fill == 0 ? 0 : 1)][]);
            if (fill > 0) {
                chunks[full.size()] = chunk;
            }
            return new IntColumn(chunks, size());
        }

        private void advance() {
            if (fill < CHUNK) {
                chunk = Arrays.copyOf(chunk, fill * 2);
                return;
            }
            boolean repeated = !full.isEmpty() && Arrays.equals(chunk, full.getLast());
            full.add(repeated ? full.getLast() : chunk);
            if (!repeated) {
                chunk = new int[CHUNK];
            }
            fill = 0;
        }
    }
}
