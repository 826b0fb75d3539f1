package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.table.LongColumn;
import java.util.List;
import java.util.Map;

/// What one trace knows about graphs: those it captured, those it replayed, and which operators
/// launch which kernels where no graph is in between. Small enough to keep when the trace itself is
/// gone.
public record GraphEvidence(
        String source,
        List<Capture> captures,
        List<Replay> replays,
        Map<String, KernelOrigin> eager) {
    /// The calls recorded between the begin and the end of a capture, in order.
    public record Capture(List<Call> calls) {}

    /// A recorded call; `kernel` is what it says it launches, empty where the runtime does not
    /// tell.
    public record Call(String name, String kernel, KernelOrigin origin) {}

    /// The GPU events of one graph launch, in start order. `nodes` are the numbers of the graph's
    /// nodes, `streams` how many they ran on, `made` where those were made as far as the tool
    /// recorded it; empty where it tells neither.
    public record Replay(
            List<String> kernels,
            LongColumn nanos,
            List<Long> nodes,
            int streams,
            List<KernelOrigin> made) {}
}
