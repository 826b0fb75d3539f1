/// Settings to command to run to artifacts. A stage judges by the files that appeared; it never
/// parses a trace.
///
/// Read [Workload] first.
@NullMarked
package dev.llmprof.stage;

import org.jspecify.annotations.NullMarked;
