package dev.llmprof.study.table;

import dev.llmprof.table.parquet.ParquetColumn;
import dev.llmprof.table.parquet.ParquetFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What a table of events is; one row an event, so Parquet only.
public record EventTable(String name, String meaning, List<ParquetColumn> columns) {

    ParquetFile in(Path folder) throws IOException {
        return new ParquetFile(folder.resolve(name + ".parquet"), columns);
    }
}
