package dev.llmprof.analysis.nsys;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.trace.HostKind;
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

    /// Only the kernels by range.
    public static RangeKernels rangeKernels(Trace trace) {
        HostTree tree = HostTree.of(trace.host());
        Links links = Links.of(trace.gpu(), tree, tree.nearest(HostKind.OPERATOR));
        return RangeKernelTables.of(trace.gpu(), sweep(trace, tree, links));
    }

    private static RangeSweep sweep(Trace trace, HostTree tree, Links links) {
        return RangeSweep.of(tree, LaunchedWork.of(trace.gpu(), trace.host().size(), links));
    }

    /// `tree` and `links` are those of the trace.
    public static NsysStats of(Trace trace, HostTree tree, Links links) {
        RangeSweep sweep = sweep(trace, tree, links);
        NsysSummary ranges = NsysSummaries.ranges(trace.host());
        return new NsysStats(
                trace.source(),
                NsysSummaries.kernelsByShape(trace.gpu()),
                NsysSummaries.calls(trace.host()),
                ranges,
                // Without ranges it would say the same as the kernels by name.
                ranges.rows().isEmpty()
                        ? new RangeKernels(List.of())
                        : RangeKernelTables.of(trace.gpu(), sweep),
                ProjectionSummary.of(
                        RangeProjections.of(trace.gpu(), sweep, Containment.EXACT), trace.host()));
    }
}
