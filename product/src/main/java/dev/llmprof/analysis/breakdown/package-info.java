/// The time of one trace, divided: timeline, idle time, kernels, operators, modules, ranges, calls.
/// Read [GpuTimelines] first.
@NullMarked
package dev.llmprof.analysis.breakdown;

import org.jspecify.annotations.NullMarked;
