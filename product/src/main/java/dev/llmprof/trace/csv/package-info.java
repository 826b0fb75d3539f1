/// Rows and numbers of CSV as the tools print it. Read [CsvRows] first.
@NullMarked
package dev.llmprof.trace.csv;

import org.jspecify.annotations.NullMarked;
