/// What Nsight Systems writes and prints: SQLite exports, tables of events, kernel summaries. Read
/// [NsysSqlite] first.
@NullMarked
package dev.llmprof.trace.nsys;

import org.jspecify.annotations.NullMarked;
