package dev.llmprof.table.parquet;

import java.util.Optional;

/// Numbers with fractions, eight bytes each.
final class NumberBuffer implements CellBuffer {
    private ByteSink cells = new ByteSink();

    @Override
    public void add(Object cell) {
        cells.addLong(Double.doubleToLongBits(((Number) cell).doubleValue()));
    }

    @Override
    public ColumnChunk write(ByteSink file, int rows) {
        long start = file.size();
        ColumnChunk.dataPage(file, cells, rows, ColumnChunk.PLAIN);
        cells = new ByteSink();
        return new ColumnChunk(Optional.empty(), start, file.size(), ColumnChunk.PLAIN);
    }
}
