/// The program under observation: its command line, its settings, the hook in Python programs, why
/// it failed. Read [Workload] first.
@NullMarked
package dev.llmprof.stage.workload;

import org.jspecify.annotations.NullMarked;
