package dev.llmprof.analysis;

import dev.llmprof.problem.Problem;
import java.util.List;

/// Where the numbers come from: the stages of a run with their commands, or the files that were
/// given.
public record Provenance(String llmprof, List<Step> steps, List<Input> inputs) {
    public Provenance {
        steps = List.copyOf(steps);
        inputs = List.copyOf(inputs);
    }

    /// A stage of the run; `seconds` is negative where nobody looked at the clock.
    public record Step(
            String name,
            String outcome,
            double seconds,
            List<String> commands,
            List<Problem> problems) {
        public Step {
            commands = List.copyOf(commands);
            problems = List.copyOf(problems);
        }
    }

    /// A file that was read.
    public record Input(String path, String kind, long bytes) {}
}
