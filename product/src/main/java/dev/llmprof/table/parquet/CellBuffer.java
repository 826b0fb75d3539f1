package dev.llmprof.table.parquet;

/// The cells of one column until their row group is written.
sealed interface CellBuffer permits WordBuffer, WholeBuffer, NumberBuffer {
    void add(Object cell);

    /// Appends the cells of `rows` from one place to another.
    void addAll(Cells cells, int[] rows, int from, int to);

    /// Writes the pages, empties the buffer and says where they stand.
    ColumnChunk write(ByteSink file, int rows);
}
