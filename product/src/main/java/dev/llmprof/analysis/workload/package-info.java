/// What a workload measured by its own clock. Read [Timings] first.
@NullMarked
package dev.llmprof.analysis.workload;

import org.jspecify.annotations.NullMarked;
