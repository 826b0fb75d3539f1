/// Tables, model and hardware → result records: pure functions, no files, no clock, no printing.
/// Read [Findings] first: all that a report may say.
@NullMarked
package dev.llmprof.analysis;

import org.jspecify.annotations.NullMarked;
