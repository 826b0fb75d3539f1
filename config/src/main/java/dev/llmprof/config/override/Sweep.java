package dev.llmprof.config.override;

import dev.llmprof.config.node.Node;
import java.util.List;
import java.util.SortedSet;

/// Several values for one key, one job each.
public sealed interface Sweep extends Value {

    /// `a,b` (simple) or `choice(a,b)`.
    record Choice(List<Element> items, boolean simple, boolean shuffle, SortedSet<String> tags)
            implements Sweep {}

    /// Whole numbers, doubles or bools, as typed.
    record Range(
            Node.Scalar start,
            Node.Scalar stop,
            Node.Scalar step,
            boolean shuffle,
            SortedSet<String> tags)
            implements Sweep {}

    record Interval(Node.Scalar start, Node.Scalar end, SortedSet<String> tags) implements Sweep {}

    /// Options of a group by name pattern.
    record Glob(List<String> include, List<String> exclude) implements Sweep {}
}
