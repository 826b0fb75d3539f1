package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.graph.GraphEvidence.Origin;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Where the nodes of graphs were made: nsys records the making of each, inside the ranges that
/// were open then. Instantiating a graph copies its nodes, so a replayed one leads back over the
/// node that it was copied from.
final class GraphNodes {
    private static final int MOST_COPIES = 16;

    private final Map<Node, Node> copiedFrom = new HashMap<>();
    private final Map<Node, Origin> madeIn = new HashMap<>();

    private GraphNodes() {}

    /// Numbers are those of one process.
    private record Node(String process, long number) {}

    /// `operators` is the nearest operator around each host row.
    static GraphNodes of(HostTree tree, int[] operators) {
        var nodes = new GraphNodes();
        HostTable host = tree.host();
        int[] ranges = anyIn(host) ? tree.nearest(HostKind.RANGE) : new int[0];
        for (int row = 0; row < ranges.length; row++) {
            if (host.kindOf(row) == HostKind.GRAPH_NODE) {
                int around = operators[row] == HostTree.NONE ? ranges[row] : operators[row];
                nodes.add(host, row, around);
            }
        }
        return nodes;
    }

    boolean isEmpty() {
        return copiedFrom.isEmpty() && madeIn.isEmpty();
    }

    Origin origin(GpuTable gpu, int row) {
        Node node = new Node(gpu.lane().get(row).process(), gpu.graphNode().get(row));
        for (int copies = 0; copies < MOST_COPIES; copies++) {
            Node original = copiedFrom.get(node);
            if (original == null) {
                return madeIn.getOrDefault(node, Origin.UNKNOWN);
            }
            node = original;
        }
        return Origin.UNKNOWN;
    }

    private void add(HostTable host, int row, int around) {
        String process = host.thread().get(row).process();
        var node = new Node(process, host.correlation().get(row));
        if (host.externalId().get(row) != HostTable.NONE) {
            copiedFrom.putIfAbsent(node, new Node(process, host.externalId().get(row)));
            return;
        }
        Optional.of(around)
                .filter(range -> range != HostTree.NONE)
                .ifPresent(
                        range -> madeIn.putIfAbsent(node, new Origin(host.name().get(range), "")));
    }

    private static boolean anyIn(HostTable host) {
        for (int row = 0; row < host.size(); row++) {
            if (host.kind().get(row) == HostKind.GRAPH_NODE.code()) {
                return true;
            }
        }
        return false;
    }
}
