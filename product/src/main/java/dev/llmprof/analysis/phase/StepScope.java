package dev.llmprof.analysis.phase;

import java.util.Optional;

/// A part of a step that an engine marks: whose words they are, and what the host does in it.
public record StepScope(String engine, String part) {
    public static final String SENDS = "send_kv";
    public static final String RECEIVES = "receive_kv";

    /// What a range's name says, if it is that of a part of a step.
    public static Optional<StepScope> of(String range) {
        return ScopePatterns.ALL.stream()
                .filter(row -> row.pattern().matcher(range).matches())
                .findFirst()
                .map(row -> new StepScope(row.engine(), row.part()));
    }
}
