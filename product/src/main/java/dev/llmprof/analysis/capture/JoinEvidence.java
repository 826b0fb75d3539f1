package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.graph.GraphEvidence;
import dev.llmprof.analysis.graph.GraphEvidences;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.rank.RankComparisons;
import dev.llmprof.analysis.rank.RankProfile;
import java.util.Optional;

/// What of a trace is needed beside other traces, when it is gone itself; no longer when they are
/// joined.
public record JoinEvidence(GraphEvidence graphs, Optional<RankProfile> rank) {

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

    public static JoinEvidence of(GraphEvidence graphs, NestedTrace nested, Capture capture) {
        return new JoinEvidence(
                graphs,
                RankComparisons.profile(
                        nested.trace(),
                        capture.gpu().timeline(),
                        capture.gpu().kernels(),
                        nested.links().order(),
                        nested.kinds()));
    }
}
