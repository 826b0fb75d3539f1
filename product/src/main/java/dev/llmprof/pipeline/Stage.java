package dev.llmprof.pipeline;

import dev.llmprof.process.Command;
import java.util.List;

/// One step of a run. Reads what earlier steps left, writes into its own directory, says how it
/// went. It never parses a trace.
public interface Stage {

    String name();

    /// Is the tool here, does its version know what is asked, may it read counters?
    Probe probe();

    /// The command lines that [#run] will start, for `--dry-run`; none where it starts no program.
    default List<Command> plan(Workspace workspace) {
        return List.of();
    }

    /// The files that [#run] leaves in its directory, for `--dry-run`.
    default List<String> leaves() {
        return List.of();
    }

    /// What is to be known of it before it starts, for `--dry-run`.
    default List<String> remarks() {
        return List.of();
    }

    Outcome run(Workspace workspace);
}
