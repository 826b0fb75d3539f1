package dev.llmprof.table.parquet;

import java.util.Arrays;
import java.util.Optional;

/// Numbers with fractions, eight bytes each; one that is not a number is absent.
final class NumberBuffer implements CellBuffer {
    private ByteSink cells = new ByteSink();
    private boolean[] there = new boolean[64];
    private int fill;

    @Override
    public void add(Object cell) {
        if (fill == there.length) {
            there = Arrays.copyOf(there, fill * 2);
        }
        double number = ((Number) cell).doubleValue();
        there[fill] = !Double.isNaN(number);
        if (there[fill++]) {
            cells.addLong(Double.doubleToLongBits(number));
        }
    }

    @Override
    public void addAll(Cells column, int[] rows, int from, int to) {
        throw new IllegalStateException("no table of events has fractions: " + column);
    }

    @Override
    public ColumnChunk write(ByteSink file, int rows) {
        ByteSink body = Levels.of(there, fill);
        body.add(cells);
        cells = new ByteSink();
        fill = 0;
        long start = file.size();
        ColumnChunk.dataPage(file, body, rows, ColumnChunk.PLAIN);
        return new ColumnChunk(Optional.empty(), start, file.size(), ColumnChunk.PLAIN);
    }
}
