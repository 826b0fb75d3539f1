package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.graph.GraphEvidence;
import dev.llmprof.analysis.rank.RankProfile;
import java.util.Optional;

/// One trace's analysis, its single events while it is there, and what of it is needed beside other
/// traces when it is gone itself.
public record Studied(
        TraceAnalysis analysis,
        EventFacts events,
        GraphEvidence graphs,
        Optional<RankProfile> rank) {}
