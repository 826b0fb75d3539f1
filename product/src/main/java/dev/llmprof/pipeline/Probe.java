package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import java.util.List;

/// What a stage found out about its tool before any time is spent on the workload.
public sealed interface Probe {

    /// The stage can run; `notes` say what will be left out or done differently.
    record Ready(String tool, List<Problem> notes) implements Probe {
        public Ready {
            notes = List.copyOf(notes);
        }
    }

    record Unable(Problem problem) implements Probe {}
}
