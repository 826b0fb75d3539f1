package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.GraphCalls;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Union;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds graph launches among the calls and the GPU events that each replayed.
public final class GraphLaunchFinder {
    private GraphLaunchFinder() {}

    public static GraphLaunches of(GpuTable gpu, HostTable host, Links links) {
        List<GraphLaunches.Launch> launches = new ArrayList<>();
        int[] calls = calls(host);
        Map<Integer, int[]> replayed = replayed(gpu, links, calls);
        for (int call : calls) {
            launches.add(launch(gpu, host, call, replayed.getOrDefault(call, new int[0])));
        }
        List<int[]> captures = GraphCaptures.of(host);
        long captured = captures.stream().mapToLong(rows -> rows.length).sum();
        return new GraphLaunches(
                launches,
                captures.size(),
                captures.isEmpty() ? 0 : (double) captured / GraphCaptures.launching(host));
    }

    /// The rows of graph launches, in start order.
    static int[] calls(HostTable host) {
        GraphCalls graphs = GraphCalls.of(host);
        int[] calls =
                Rows.where(host.size(), row -> graphs.launches(row) && host.kindOf(row).isCall());
        return Rows.sorted(
                calls,
                (left, right) ->
                        Long.compare(host.startNanos().get(left), host.startNanos().get(right)));
    }

    /// For each of these calls its GPU events, in start order.
    static Map<Integer, int[]> replayed(GpuTable gpu, Links links, int[] calls) {
        Map<Integer, List<Integer>> events = new HashMap<>();
        for (int call : calls) {
            events.put(call, new ArrayList<>());
        }
        if (!events.isEmpty()) {
            for (int row : links.order()) {
                List<Integer> own = events.get(links.call(row));
                if (own != null) {
                    own.add(row);
                }
            }
        }
        Map<Integer, int[]> rows = new HashMap<>();
        events.forEach((call, list) ->
                rows.put(call, list.stream().mapToInt(Integer::intValue).toArray()));
        return rows;
    }

    private static GraphLaunches.Launch launch(
            GpuTable gpu, HostTable host, int call, int[] events) {
        Union union = new Union();
        long sum = 0;
        for (int row : events) {
            union.add(gpu.startNanos().get(row), gpu.endNanos(row));
            sum += gpu.durationNanos().get(row);
        }
        return new GraphLaunches.Launch(
                host.name().get(call),
                host.correlation().get(call),
                host.startNanos().get(call),
                events.length,
                sum,
                union.covered(),
                union.span());
    }
}
