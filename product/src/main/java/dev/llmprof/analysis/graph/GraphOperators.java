package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.ReplayOrigins;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Leads the replayed events of a trace back to the operators they were captured in, where a
/// capture or the graph's own nodes say so.
public final class GraphOperators {
    private GraphOperators() {}

    /// Whether captures explain every replay.
    public static boolean known(GraphEvidence trace, List<GraphEvidence> others) {
        List<GraphEvidence> all = new ArrayList<>(others);
        all.add(trace);
        return anyEvidence(trace, all)
                && GraphAttributions.alignments(trace, all).stream()
                        .allMatch(GraphAlignment::isOfCapture);
    }

    /// `all` is what is known of graphs so far, with this trace's own `evidence`.
    public static ReplayOrigins of(
            GpuTable gpu,
            HostTable host,
            Links links,
            GraphEvidence evidence,
            List<GraphEvidence> all) {
        if (!anyEvidence(evidence, all)) {
            return ReplayOrigins.NONE;
        }
        var origins = new ReplayOrigins.Builder(gpu.size());
        List<GraphAlignment> alignments = GraphAttributions.alignments(evidence, all);
        int[] launches = GraphLaunchFinder.calls(host);
        Map<Integer, int[]> replayed = GraphLaunchFinder.replayed(gpu, links, launches);
        int at = 0;
        for (int launch : launches) {
            int[] events = replayed.getOrDefault(launch, new int[0]);
            if (events.length > 0) {
                put(origins, events, alignments.get(at++));
            }
        }
        return origins.build();
    }

    private static boolean anyEvidence(GraphEvidence evidence, List<GraphEvidence> all) {
        return all.stream().anyMatch(each -> !each.captures().isEmpty())
                || evidence.replays().stream().anyMatch(each -> !each.made().isEmpty());
    }

    private static void put(ReplayOrigins.Builder origins, int[] events, GraphAlignment aligned) {
        for (int at = 0; at < events.length && aligned.isOfCapture(); at++) {
            KernelOrigin origin = aligned.origins().get(at);
            if (!origin.equals(KernelOrigin.UNKNOWN)) {
                origins.put(events[at], origin);
            }
        }
    }
}
