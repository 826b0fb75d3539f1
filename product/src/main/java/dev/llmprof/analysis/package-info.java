/// Tables, model and hardware → result records: pure functions, no files, no clock, no printing. A
/// record `X` is made by `Xs.of(…)`. Read [TraceAnalysis] first: all that is said about one
/// capture.
@NullMarked
package dev.llmprof.analysis;

import org.jspecify.annotations.NullMarked;
