/// What a workload measured by its own clock, and how much of the device it used. Read [Timings]
/// first, then [RunUtilisation].
@NullMarked
package dev.llmprof.analysis.workload;

import org.jspecify.annotations.NullMarked;
