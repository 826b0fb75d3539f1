/// Results as CSV files. Read [TableFiles] first.
@NullMarked
package dev.llmprof.report.table;

import org.jspecify.annotations.NullMarked;
