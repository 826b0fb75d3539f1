/// Commands, exit codes, printing. Computes nothing.
///
/// Read [ExitCode] first.
@NullMarked
package dev.llmprof.cli;

import org.jspecify.annotations.NullMarked;
