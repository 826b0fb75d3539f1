package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.breakdown.RangeBreakdown.Projection;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.table.CodedColumn;
import dev.llmprof.trace.GpuRangeTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Sums ranges by name.
public final class RangeBreakdowns {
    private final Map<String, Sums> byName = new HashMap<>();
    private long hostRanges;

    private RangeBreakdowns() {}

    private static final class Sums {
        private long hostCount;
        private long hostNanos;
        private long hostSelfNanos;
        private long recordedCount;
        private long recordedNanos;
        private long instances;
        private Projection projection = Projection.NONE;
        private long ownGpuNanos;
        private final BitSet threads = new BitSet();
        private long spans;
        private long spanNanos;

        RangeBreakdown.Row row(String name, CodedColumn<HostThread> all) {
            return new RangeBreakdown.Row(
                    name,
                    hostCount,
                    hostNanos,
                    hostSelfNanos,
                    recordedCount,
                    recordedNanos,
                    instances,
                    projection,
                    ownGpuNanos,
                    spans,
                    spanNanos,
                    thread(all));
        }

        private String thread(CodedColumn<HostThread> all) {
            return switch (threads.cardinality()) {
                case 0 -> "";
                case 1 -> all.values().get(threads.nextSetBit(0)).thread();
                default -> threads.cardinality() + " threads";
            };
        }
    }

    public static RangeBreakdown of(
            HostTree tree, Projections projections, GpuRangeTable recorded) {
        RangeBreakdowns sums = new RangeBreakdowns();
        HostTable host = tree.host();
        for (int row : tree.order()) {
            if (host.kind().get(row) == HostKind.RANGE.code()) {
                sums.host(host.name().get(row), tree, projections, row);
            }
        }
        for (int row = 0; row < host.size(); row++) {
            if (host.kind().get(row) == HostKind.FREE_RANGE.code()) {
                sums.free(host, row);
            }
        }
        for (int row = 0; row < recorded.size(); row++) {
            Sums sum = sums.at(recorded.name().get(row));
            sum.recordedCount++;
            sum.recordedNanos += recorded.durationNanos().get(row);
        }
        InnermostSpans spans = projections.innermostSpans();
        for (int at = 0; at < spans.size(); at++) {
            Sums sum = sums.at(host.name().get(spans.range(at)));
            sum.spans++;
            sum.spanNanos += spans.spanNanos(at);
        }
        return sums.build(recorded.size(), host.thread());
    }

    private void host(String name, HostTree tree, Projections projections, int row) {
        hostRanges++;
        Sums sum = at(name);
        Projection projection = projections.of(row);
        sum.hostCount++;
        sum.hostNanos += tree.host().durationNanos().get(row);
        sum.hostSelfNanos += tree.selfNanos(row);
        sum.instances += projection.gpuEvents() > 0 ? 1 : 0;
        sum.projection = sum.projection.plus(projection);
        sum.ownGpuNanos += projections.ownNanos(row);
        sum.threads.set(tree.host().thread().code(row));
    }

    /// It may end on another thread, so nothing is known to lie inside.
    private void free(HostTable host, int row) {
        hostRanges++;
        Sums sum = at(host.name().get(row));
        sum.hostCount++;
        sum.hostNanos += host.durationNanos().get(row);
        sum.hostSelfNanos += host.durationNanos().get(row);
        sum.threads.set(host.thread().code(row));
    }

    private Sums at(String name) {
        return byName.computeIfAbsent(name, _ -> new Sums());
    }

    private RangeBreakdown build(long recorded, CodedColumn<HostThread> threads) {
        List<RangeBreakdown.Row> rows = new ArrayList<>();
        byName.forEach((name, sum) -> rows.add(sum.row(name, threads)));
        rows.sort(
                Comparator.comparingLong(RangeBreakdown.Row::hostNanos)
                        .reversed()
                        .thenComparing(RangeBreakdown.Row::name, Names.BY_CODE_POINT));
        return new RangeBreakdown(hostRanges, recorded, rows);
    }
}
