package dev.llmprof.analysis.phase;

import java.util.List;

/// GPU time divided by phase, then operator, then kernel. Every level adds up to the same time.
public record WorkTree(String name, long nanos, long count, List<WorkTree> children) {
    public WorkTree {
        children = List.copyOf(children);
        long sum = children.stream().mapToLong(WorkTree::nanos).sum();
        if (!children.isEmpty() && sum != nanos) {
            throw new IllegalArgumentException(name + " has " + nanos + " ns, its parts " + sum);
        }
    }
}
