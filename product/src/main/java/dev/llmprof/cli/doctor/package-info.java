/// What is on this machine, what works, and what the rest would take.
///
/// Read [Finding] first, then [Examination].
@NullMarked
package dev.llmprof.cli.doctor;

import org.jspecify.annotations.NullMarked;
