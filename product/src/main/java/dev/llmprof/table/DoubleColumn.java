package dev.llmprof.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A column of `double` in chunks; equal neighbours share one chunk, so a column of one value costs
/// nothing.
public final class DoubleColumn {
    private static final int BITS = 13;
    private static final int CHUNK = 1 << BITS;
    private static final int MASK = CHUNK - 1;

    private final double[][] chunks;
    private final int size;

    private DoubleColumn(double[][] chunks, int size) {
        this.chunks = chunks;
        this.size = size;
    }

    public static DoubleColumn of(double... values) {
        Builder builder = new Builder();
        for (double value : values) {
            builder.add(value);
        }
        return builder.build();
    }

    public static DoubleColumn repeat(double value, int size) {
        double[] chunk = new double[Math.min(CHUNK, size)];
        Arrays.fill(chunk, value);
        double[][] chunks = new double[(size + MASK) >>> BITS][];
        Arrays.fill(chunks, chunk);
        return new DoubleColumn(chunks, size);
    }

    public int size() {
        return size;
    }

    public double get(int row) {
        return chunks[row >>> BITS][row & MASK];
    }

    public double sum() {
        double sum = 0;
        for (int row = 0; row < size; row++) {
            sum += get(row);
        }
        return sum;
    }

    /// The rows named, in the order named.
    public DoubleColumn pick(int[] rows) {
        Builder builder = new Builder();
        for (int row : rows) {
            builder.add(get(row));
        }
        return builder.build();
    }

    public double[] toArray() {
        double[] values = new double[size];
        for (int row = 0; row < size; row++) {
            values[row] = get(row);
        }
        return values;
    }

    /// Appends values; the column takes over the chunks, so a builder is used once.
    public static final class Builder {
        private final List<double[]> full = new ArrayList<>();
        private double[] chunk = new double[16];
        private int fill;

        public void add(double value) {
            if (fill == chunk.length) {
                advance();
            }
            chunk[fill++] = value;
        }

        public int size() {
            return full.size() * CHUNK + fill;
        }

        public DoubleColumn build() {
            double[][] chunks = full.toArray(new double[full.size() + (fill == 0 ? 0 : 1)][]);
            if (fill > 0) {
                chunks[full.size()] = chunk;
            }
            return new DoubleColumn(chunks, size());
        }

        private void advance() {
            if (fill < CHUNK) {
                chunk = Arrays.copyOf(chunk, fill * 2);
                return;
            }
            boolean repeated = !full.isEmpty() && Arrays.equals(chunk, full.getLast());
            full.add(repeated ? full.getLast() : chunk);
            if (!repeated) {
                chunk = new double[CHUNK];
            }
            fill = 0;
        }
    }
}
