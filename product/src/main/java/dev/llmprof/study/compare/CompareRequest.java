package dev.llmprof.study.compare;

import dev.llmprof.compare.metric.GateRules;
import java.util.List;
import java.util.Set;

/// Two sides to compare as they were named: which metrics (all where none is named), which facts
/// may differ, and what counts as a change.
public record CompareRequest(
        String a, String b, List<String> metrics, Set<String> allowed, GateRules rules) {
    public CompareRequest {
        metrics = List.copyOf(metrics);
        allowed = Set.copyOf(allowed);
    }
}
