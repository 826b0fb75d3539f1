package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.graph.GraphEvidence;
import dev.llmprof.analysis.graph.GraphEvidences;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.rank.RankRecord;
import dev.llmprof.analysis.rank.RankReductions;
import java.util.Optional;

/// What of a trace is needed beside other traces, when it is gone itself; no longer when they are
/// joined.
public record JoinEvidence(GraphEvidence graphs, Optional<RankRecord> rank) {

    /// Known before all else: what others say of graphs decides which operators a trace has.
    public static GraphEvidence graphs(NestedTrace nested) {
        return GraphEvidences.of(
                nested.trace().source(),
                nested.trace().gpu(),
                nested.tree(),
                nested.links(),
                nested.enclosing(),
                nested.modules());
    }

    /// `plain` is the trace as it is, without what other captures say of its graphs.
    public static JoinEvidence of(GraphEvidence graphs, NestedTrace plain, Capture capture) {
        return new JoinEvidence(
                graphs, graphs.replays().isEmpty() ? rank(plain, capture.gpu()) : rank(plain));
    }

    /// What a comparison of ranks needs: a function of this trace alone.
    public static Optional<RankRecord> rank(NestedTrace plain) {
        return rank(plain, GpuTime.of(plain));
    }

    private static Optional<RankRecord> rank(NestedTrace plain, GpuTime gpu) {
        return gpu.graphLaunches().isOfCapture()
                ? Optional.empty()
                : RankReductions.of(plain, gpu.timeline(), gpu.kernels());
    }
}
