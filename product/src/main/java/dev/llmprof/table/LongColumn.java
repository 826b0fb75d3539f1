package dev.llmprof.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A column of `long` in chunks; equal neighbours share one chunk, so a column of one value costs
/// nothing.
public final class LongColumn {
    private static final int BITS = 13;
    private static final int CHUNK = 1 << BITS;
    private static final int MASK = CHUNK - 1;

    private final long[][] chunks;
    private final int size;

    private LongColumn(long[][] chunks, int size) {
        this.chunks = chunks;
        this.size = size;
    }

    public static LongColumn of(long... values) {
        Builder builder = new Builder();
        for (long value : values) {
            builder.add(value);
        }
        return builder.build();
    }

    public int size() {
        return size;
    }

    public long get(int row) {
        return chunks[row >>> BITS][row & MASK];
    }

    public long sum() {
        long sum = 0;
        for (int row = 0; row < size; row++) {
            sum += get(row);
        }
        return sum;
    }

    /// Appends values; the column takes over the chunks, so a builder is used once.
    public static final class Builder {
        private final List<long[]> full = new ArrayList<>();
        private long[] chunk = new long[16];
        private int fill;

        public void add(long value) {
            if (fill == chunk.length) {
                advance();
            }
            chunk[fill++] = value;
        }

        public void addAll(LongColumn rows) {
            for (int part = 0; part < rows.chunks.length; part++) {
                append(rows.chunks[part], Math.min(rows.size - part * CHUNK, CHUNK));
            }
        }

        private void append(long[] from, int count) {
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

        public int size() {
            return full.size() * CHUNK + fill;
        }

        public LongColumn build() {
            long[][] chunks = full.toArray(new long[full.size() + (fill == 0 ? 0 : 1)][]);
            if (fill > 0) {
                chunks[full.size()] = chunk;
            }
            return new LongColumn(chunks, size());
        }

        private void advance() {
            if (fill < CHUNK) {
                chunk = Arrays.copyOf(chunk, fill * 2);
                return;
            }
            boolean repeated = !full.isEmpty() && Arrays.equals(chunk, full.getLast());
            full.add(repeated ? full.getLast() : chunk);
            if (!repeated) {
                chunk = new long[CHUNK];
            }
            fill = 0;
        }
    }
}
