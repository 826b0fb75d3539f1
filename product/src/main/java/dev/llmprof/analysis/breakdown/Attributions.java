package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.GraphCalls;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts how GPU events were attributed.
public final class Attributions {
    private long agreeing;
    private long disagreeing;
    private long correlationOnly;
    private long externalOnly;
    private long replayed;
    private long withoutCall;
    private final long[] unattributed = new long[2];
    private final long[] unattributedKernels = new long[2];
    private final long[] inGraphs = new long[2];
    private final Map<List<String>, Long> pairs = new HashMap<>();

    private final GraphCalls graphs;

    private Attributions(HostTable host) {
        this.graphs = GraphCalls.of(host);
    }

    public static Attribution of(GpuTable gpu, HostTable host, Links links) {
        Attributions counts = new Attributions(host);
        for (int row = 0; row < gpu.size(); row++) {
            counts.count(gpu, host, links, row);
        }
        return new Attribution(
                counts.agreeing,
                counts.disagreeing,
                counts.correlationOnly,
                counts.externalOnly,
                counts.replayed,
                counts.correlations(gpu, links.duplicateCallCorrelations()),
                rest(counts.unattributedKernels),
                rest(counts.unattributed),
                rest(counts.inGraphs),
                gpu.durationNanos().sum(),
                counts.disagreements());
    }

    private void count(GpuTable gpu, HostTable host, Links links, int row) {
        int byCall = links.operatorByCall(row);
        int byId = links.operatorByExternalId(row);
        withoutCall += links.call(row) == Links.NONE ? 1 : 0;
        if (links.replayedOperator(row).isPresent()) {
            replayed++;
        } else if (byCall == Links.NONE && byId == Links.NONE) {
            unattributed(gpu, links, row);
        } else if (byCall == Links.NONE) {
            externalOnly++;
        } else if (byId == Links.NONE) {
            correlationOnly++;
        } else if (byCall == byId) {
            agreeing++;
        } else {
            disagreeing++;
            pairs.merge(List.of(host.name().get(byCall), host.name().get(byId)), 1L, Long::sum);
        }
    }

    private void unattributed(GpuTable gpu, Links links, int row) {
        long nanos = gpu.durationNanos().get(row);
        add(unattributed, nanos);
        if (gpu.kind().get(row) == GpuKind.KERNEL.code()) {
            add(unattributedKernels, nanos);
        }
        if (graphs.replayed(gpu, links, row)) {
            add(inGraphs, nanos);
        }
    }

    private static void add(long[] sum, long nanos) {
        sum[0]++;
        sum[1] += nanos;
    }

    private static Attribution.Rest rest(long[] sum) {
        return new Attribution.Rest(sum[0], sum[1]);
    }

    private List<Attribution.Disagreement> disagreements() {
        List<Attribution.Disagreement> list = new ArrayList<>();
        pairs.forEach((pair, count) ->
                list.add(new Attribution.Disagreement(pair.get(0), pair.get(1), count)));
        list.sort(
                Comparator.comparingLong(Attribution.Disagreement::gpuEvents)
                        .reversed()
                        .thenComparing(Attribution.Disagreement::byCorrelation, Names.BY_CODE_POINT)
                        .thenComparing(
                                Attribution.Disagreement::byExternalId, Names.BY_CODE_POINT));
        return list;
    }

    private Attribution.Correlations correlations(GpuTable gpu, long duplicateCalls) {
        LongColumn ids = gpu.correlation();
        int[] rows = Rows.where(gpu.size(), row -> ids.get(row) != GpuTable.NONE);
        Rows.sorted(rows, (left, right) -> Long.compare(ids.get(left), ids.get(right)));
        long several = 0;
        long most = 0;
        long count = 0;
        for (int at = 0; at < rows.length; at++) {
            boolean same = at > 0 && ids.get(rows[at]) == ids.get(rows[at - 1]);
            count = same ? count + 1 : 1;
            several += count == 2 ? 1 : 0;
            most = Math.max(most, count);
        }
        return new Attribution.Correlations(withoutCall, duplicateCalls, several, most);
    }
}
