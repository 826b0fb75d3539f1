package dev.llmprof.analysis;

import java.util.Optional;

/// One trace's analysis, and what of it is needed beside other traces when it is gone itself.
public record Studied(TraceAnalysis analysis, GraphEvidence graphs, Optional<RankProfile> rank) {}
