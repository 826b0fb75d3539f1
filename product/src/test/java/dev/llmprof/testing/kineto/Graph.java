package dev.llmprof.testing.kineto;

import java.util.List;

/// A captured graph: what each node runs, and the operator and module that asked for it.
public record Graph(List<Node> nodes) {
    public Graph {
        nodes = List.copyOf(nodes);
    }

    /// The operator is the call's name where no operator was around it; the module may be empty.
    public record Node(GpuEvent.Work work, String operator, String module) {}
}
