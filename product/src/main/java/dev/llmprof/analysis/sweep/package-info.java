/// The jobs of a sweep beside each other: which key changed what, which job is best, and where more
/// brings little. Read [SweepResults] first.
@NullMarked
package dev.llmprof.analysis.sweep;

import org.jspecify.annotations.NullMarked;
