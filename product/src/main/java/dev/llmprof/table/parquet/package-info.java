/// Writes tables as Parquet, row group by row group, in little memory. Read [ParquetFile] first.
@NullMarked
package dev.llmprof.table.parquet;

import org.jspecify.annotations.NullMarked;
