/// Tables of results: each defined once, by name, meaning and columns; CSV, Parquet, JSON, grids of
/// the page and the terminal and the published schema are views of that definition. Read
/// [ResultTable] first, then [TraceTables].
@NullMarked
package dev.llmprof.report.table;

import org.jspecify.annotations.NullMarked;
