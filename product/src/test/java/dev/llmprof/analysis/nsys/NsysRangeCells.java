package dev.llmprof.analysis.nsys;

import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// nsys's tables of ranges as the cells of its CSVs, title row first, to hold ours against.
final class NsysRangeCells {
    private static final String NONE = "None";
    private static final List<String> PROJECTION_TITLES =
            List.of(
                    "Name",
                    "Projected Start (ns)",
                    "Projected Duration (ns)",
                    "Orig Start (ns)",
                    "Orig Duration (ns)",
                    "Style",
                    "PID",
                    "TID",
                    "NumGPUOps",
                    "Lvl",
                    "NumChild",
                    "RangeId",
                    "ParentId",
                    "RangeStack");

    private NsysRangeCells() {}

    private static RangeSweep sweep(Trace trace) {
        NestedTrace nested = NestedTrace.of(trace);
        return RangeSweep.of(
                nested.tree(), LaunchedWork.of(trace.gpu(), trace.host().size(), nested.links()));
    }

    static List<List<String>> kernels(Trace trace) {
        RangeKernels kernels = RangeKernelTables.of(trace.gpu(), sweep(trace));
        List<List<String>> cells = new ArrayList<>();
        cells.add(
                List.of(
                        "NVTX Range",
                        "Style",
                        "PID",
                        "TID",
                        "NVTX Inst",
                        "Kern Inst",
                        "Total Time (ns)",
                        "Avg (ns)",
                        "Med (ns)",
                        "Min (ns)",
                        "Max (ns)",
                        "StdDev (ns)",
                        "Kernel Name"));
        for (RangeKernels.Row row : kernels.rows()) {
            List<String> line = new ArrayList<>();
            line.add(row.range().map(RangeKernels.Range::name).orElse(NONE));
            line.add(row.range().map(RangeKernels.Range::style).orElse(NONE));
            line.add(row.thread().map(thread -> Long.toString(thread.process())).orElse(NONE));
            line.add(row.thread().map(thread -> Long.toString(thread.thread())).orElse(NONE));
            line.add(Long.toString(row.rangeInstances()));
            line.add(Long.toString(row.kernelInstances()));
            line.add(Long.toString(row.time().totalNanos()));
            NsysCells.spread(row.time(), line);
            line.add(row.kernel());
            cells.add(line);
        }
        return cells;
    }

    static List<List<String>> projections(Trace trace, Containment containment) {
        HostTable host = trace.host();
        RangeProjection projection = RangeProjections.of(trace.gpu(), sweep(trace), containment);
        Map<Integer, Integer> parents = new HashMap<>();
        for (int row = 0; row < projection.size(); row++) {
            parents.put(projection.range().get(row), projection.parent().get(row));
        }
        List<List<String>> cells = new ArrayList<>();
        cells.add(PROJECTION_TITLES);
        for (int row = 0; row < projection.size(); row++) {
            int range = projection.range().get(row);
            int parent = projection.parent().get(row);
            cells.add(
                    List.of(
                            NsysSummaries.rangeName(host, range),
                            Long.toString(projection.startNanos().get(row)),
                            Long.toString(projection.durationNanos().get(row)),
                            Long.toString(host.startNanos().get(range)),
                            Long.toString(host.durationNanos().get(range)),
                            NsysSummaries.style(host, range),
                            host.thread().get(range).process(),
                            host.thread().get(range).thread(),
                            Integer.toString(projection.operations().get(row)),
                            Integer.toString(projection.level().get(row)),
                            Integer.toString(projection.children().get(row)),
                            Long.toString(host.externalId().get(range)),
                            parent < 0 ? NONE : Long.toString(host.externalId().get(parent)),
                            stack(range, parents, host)));
        }
        return cells;
    }

    /// The ids of the ranges from the outermost to this one, each behind a colon.
    private static String stack(int range, Map<Integer, Integer> parents, HostTable host) {
        return range == RangeProjection.NONE
                ? ""
                : stack(parents.getOrDefault(range, RangeProjection.NONE), parents, host)
                        + ":"
                        + host.externalId().get(range);
    }
}
