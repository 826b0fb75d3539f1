package dev.llmprof.study;

import dev.llmprof.analysis.phase.NestedTrace;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// How far a study goes.
public sealed interface StudyGoal {
    /// What each capture says, in memory.
    record Captures() implements StudyGoal {}

    /// The same, and each trace is shown while its events are in memory.
    record Events(Consumer<NestedTrace> shown) implements StudyGoal {}

    /// The findings as well, without what only a page draws or a model is held against.
    record Conclusions() implements StudyGoal {}

    /// The findings as well, in memory: nothing is written.
    record InMemory() implements StudyGoal {}

    /// The answer to a query over the tables, which stay only where a directory is named. No
    /// findings.
    record Query(String sql, boolean allowsFiles, Optional<Path> directory) implements StudyGoal {}

    /// Tables, findings and reports, in that directory; `fresh` where it was made for them.
    record Files(Path directory, boolean fresh) implements StudyGoal {}

    /// The same for a run, whose report says what is missing: nothing captured is no mistake, and
    /// leaves no tables.
    record RunFiles(Path directory) implements StudyGoal {}

    /// Whether findings are made.
    default boolean hasFindings() {
        return switch (this) {
            case Captures _, Events _, Query _ -> false;
            case Conclusions _, InMemory _, Files _, RunFiles _ -> true;
        };
    }

    /// Whether captures get what pages draw.
    default boolean isDrawn() {
        return hasFindings() && !(this instanceof Conclusions);
    }
}
