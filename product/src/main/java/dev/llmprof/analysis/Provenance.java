package dev.llmprof.analysis;

import dev.llmprof.problem.Problem;
import java.util.List;

/// Where the numbers come from: the stages of a run with their commands, or the files that were
/// given. `head` says when, where, with which versions and by which words.
public record Provenance(String llmprof, List<Fact> head, List<Step> steps, List<Input> inputs) {
    public Provenance {
        head = List.copyOf(head);
        steps = List.copyOf(steps);
        inputs = List.copyOf(inputs);
    }

    /// Of captures whose making nobody wrote down.
    public Provenance(String llmprof, List<Step> steps, List<Input> inputs) {
        this(llmprof, List.of(), steps, inputs);
    }

    /// `host`, and which it was.
    public record Fact(String name, String value) {}

    /// A stage of the run; `seconds` is negative where nobody looked at the clock, `records` says
    /// whether such a stage leaves captures with a timeline.
    public record Step(
            String name,
            String outcome,
            double seconds,
            boolean records,
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
