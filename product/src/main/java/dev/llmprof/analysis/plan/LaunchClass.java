package dev.llmprof.analysis.plan;

import java.util.List;
import java.util.OptionalDouble;

/// Launches that counters cannot tell apart: one kernel, one grid, one block, inputs of one shape.
///
/// `invocations` says which of the launches of its `function` they are, counted from 1; the first
/// [LaunchClasses#MOST_INVOCATIONS]. `headroom` is the part of its time that its shapes do not
/// explain, from 0 to 1, where they are known.
public record LaunchClass(
        String kernel,
        String function,
        String grid,
        String block,
        String operator,
        String inputShapes,
        List<Integer> invocations,
        long launches,
        long nanos,
        OptionalDouble headroom) {
    public LaunchClass {
        invocations = List.copyOf(invocations);
    }

    public double meanNanos() {
        return launches == 0 ? 0 : (double) nanos / launches;
    }
}
