/// The workload from its keys, made once for every stage, and what is checked before it starts.
/// Read [WorkloadParts] first.
@NullMarked
package dev.llmprof.run.workload;

import org.jspecify.annotations.NullMarked;
