package dev.llmprof.table.parquet;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/// Whole numbers, written as the differences of neighbours in as few bits as each needs: times that
/// rise and ids that count up take next to nothing.
final class WholeBuffer implements CellBuffer {
    private static final int BLOCK = 128;
    private static final int PARTS = 4;
    private static final int PART = BLOCK / PARTS;

    private long[] cells = new long[64];
    private int fill;

    @Override
    public void add(Object cell) {
        add(((Number) cell).longValue());
    }

    @Override
    public void addAll(Cells column, int[] rows, int from, int to) {
        if (!(column instanceof Cells.Whole(IntToLongFunction at))) {
            throw new IllegalStateException("no whole numbers: " + column);
        }
        for (int row = from; row < to; row++) {
            add(at.applyAsLong(rows[row]));
        }
    }

    private void add(long cell) {
        if (fill == cells.length) {
            cells = Arrays.copyOf(cells, fill * 2);
        }
        cells[fill++] = cell;
    }

    @Override
    public ColumnChunk write(ByteSink file, int rows) {
        ByteSink body = new ByteSink();
        body.addVarint(BLOCK);
        body.addVarint(PARTS);
        body.addVarint(fill);
        body.addZigzag(fill == 0 ? 0 : cells[0]);
        long[] differences = new long[BLOCK];
        for (int from = 1; from < fill; from += BLOCK) {
            int count = Math.min(BLOCK, fill - from);
            for (int at = 0; at < count; at++) {
                differences[at] = cells[from + at] - cells[from + at - 1];
            }
            block(body, differences, count);
        }
        fill = 0;
        long start = file.size();
        ColumnChunk.dataPage(file, body, rows, ColumnChunk.DELTA);
        return new ColumnChunk(Optional.empty(), start, file.size(), ColumnChunk.DELTA);
    }

    /// Differences may overflow: the sums of those who read do too, back to the right number.
    private static void block(ByteSink body, long[] differences, int count) {
        long least = differences[0];
        for (int at = 1; at < count; at++) {
            least = Math.min(least, differences[at]);
        }
        Arrays.fill(differences, count, BLOCK, least);
        body.addZigzag(least);
        int[] widths = new int[PARTS];
        for (int at = 0; at < BLOCK; at++) {
            differences[at] -= least;
            int width = Long.SIZE - Long.numberOfLeadingZeros(differences[at]);
            widths[at / PART] = Math.max(widths[at / PART], width);
        }
        for (int width : widths) {
            body.add(width);
        }
        // Parts behind the last value are left out.
        for (int part = 0; part * PART < count; part++) {
            body.addBits(differences, part * PART, (part + 1) * PART, widths[part]);
        }
    }
}
