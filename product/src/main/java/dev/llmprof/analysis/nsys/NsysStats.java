package dev.llmprof.analysis.nsys;

import dev.llmprof.trace.Trace;
import java.util.List;

/// What `nsys stats` says of one capture and our own tables do not. Ranges that PyTorch opened for
/// its operators go by the operator's name, without the number that nsys shows behind it.
public record NsysStats(
        String source,
        NsysSummary kernelsByShape,
        NsysSummary calls,
        NsysSummary ranges,
        RangeKernels rangeKernels,
        ProjectionSummary projections) {

    public static NsysStats of(Trace trace) {
        LaunchedWork work = LaunchedWork.of(trace.gpu(), trace.host());
        NsysSummary ranges = NsysSummaries.ranges(trace.host());
        return new NsysStats(
                trace.source(),
                NsysSummaries.kernelsByShape(trace.gpu()),
                NsysSummaries.calls(trace.host()),
                ranges,
                // Without ranges it would say the same as the kernels by name.
                ranges.rows().isEmpty()
                        ? new RangeKernels(List.of())
                        : RangeKernelTables.of(trace.gpu(), trace.host(), work),
                ProjectionSummary.of(
                        RangeProjections.of(trace.gpu(), trace.host(), work, Containment.EXACT),
                        trace.host()));
    }
}
