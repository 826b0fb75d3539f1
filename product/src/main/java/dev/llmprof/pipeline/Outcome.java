package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How a stage ended. Sealed: the manifest, the console and the reports each answer for every case.
public sealed interface Outcome {

    record Done(List<Artifact> artifacts) implements Outcome {
        public Done {
            artifacts = List.copyOf(artifacts);
        }
    }

    /// Switched off, or the user said so.
    record Skipped(String reason) implements Outcome {}

    /// Part of what was asked is there.
    record Degraded(List<Artifact> artifacts, List<Problem> problems) implements Outcome {
        public Degraded {
            artifacts = List.copyOf(artifacts);
            problems = List.copyOf(problems);
        }
    }

    /// Nothing usable came out, or the program itself failed; what there is is kept for whoever
    /// looks into it, and so is what was met `beside` the problem.
    record Failed(Problem problem, List<Problem> beside, List<Artifact> leftovers)
            implements Outcome {
        public Failed {
            beside = List.copyOf(beside);
            leftovers = List.copyOf(leftovers);
        }

        public Failed(Problem problem, List<Artifact> leftovers) {
            this(problem, List.of(), leftovers);
        }
    }

    default List<Artifact> artifactsLeft() {
        return switch (this) {
            case Done(List<Artifact> artifacts) -> artifacts;
            case Skipped(_) -> List.of();
            case Degraded(List<Artifact> artifacts, _) -> artifacts;
            case Failed(_, _, List<Artifact> leftovers) -> leftovers;
        };
    }

    default List<Problem> problemsMet() {
        return switch (this) {
            case Done(_), Skipped(_) -> List.of();
            case Degraded(_, List<Problem> problems) -> problems;
            case Failed(Problem problem, List<Problem> beside, _) ->
                    Stream.concat(Stream.of(problem), beside.stream()).toList();
        };
    }

    default Optional<String> reasonSkipped() {
        return this instanceof Skipped(String reason) ? Optional.of(reason) : Optional.empty();
    }
}
