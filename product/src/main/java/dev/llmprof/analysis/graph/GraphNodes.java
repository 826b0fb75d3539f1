package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.HashMap;
import java.util.Map;

/// Where the nodes of graphs were made: nsys records the making of each, inside the ranges that
/// were open then. Instantiating a graph copies its nodes, so a replayed one leads back over the
/// node that it was copied from.
final class GraphNodes {
    private static final int MOST_COPIES = 16;

    private final Map<Node, Node> copiedFrom = new HashMap<>();
    private final Map<Node, KernelOrigin> madeIn = new HashMap<>();

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
                nodes.add(host, row, origin(host, operators[row], ranges[row]));
            }
        }
        return nodes;
    }

    boolean isEmpty() {
        return copiedFrom.isEmpty() && madeIn.isEmpty();
    }

    KernelOrigin origin(GpuTable gpu, int row) {
        Node node = new Node(gpu.lane().get(row).process(), gpu.graphNode().get(row));
        for (int copies = 0; copies < MOST_COPIES; copies++) {
            Node original = copiedFrom.get(node);
            if (original == null) {
                return madeIn.getOrDefault(node, KernelOrigin.UNKNOWN);
            }
            node = original;
        }
        return KernelOrigin.UNKNOWN;
    }

    private static KernelOrigin origin(HostTable host, int operator, int range) {
        if (operator != HostTree.NONE) {
            String shapes = host.inputShapes().get(operator);
            String types = host.inputTypes().get(operator);
            return new KernelOrigin(host.name().get(operator), "", shapes, types, true, false);
        }
        return range == HostTree.NONE
                ? KernelOrigin.UNKNOWN
                : KernelOrigin.unsure(host.name().get(range), "");
    }

    private void add(HostTable host, int row, KernelOrigin origin) {
        String process = host.thread().get(row).process();
        var node = new Node(process, host.correlation().get(row));
        if (host.externalId().get(row) != HostTable.NONE) {
            copiedFrom.putIfAbsent(node, new Node(process, host.externalId().get(row)));
            return;
        }
        if (!origin.equals(KernelOrigin.UNKNOWN)) {
            madeIn.putIfAbsent(node, origin);
        }
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
