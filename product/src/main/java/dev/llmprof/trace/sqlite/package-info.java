/// Tables of an SQLite file, page by page, without SQLite. Read [SqliteFile] first.
@NullMarked
package dev.llmprof.trace.sqlite;

import org.jspecify.annotations.NullMarked;
