/// Results and events as tables: CSV and Parquet, and SQL over them. Read [TableFolder] first.
@NullMarked
package dev.llmprof.study.table;

import org.jspecify.annotations.NullMarked;
