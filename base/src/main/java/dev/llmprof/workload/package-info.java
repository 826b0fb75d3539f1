/// What llmprof and its built-in workload, the engine, must agree on. Read [WorkloadSettings]
/// first.
@NullMarked
package dev.llmprof.workload;

import org.jspecify.annotations.NullMarked;
