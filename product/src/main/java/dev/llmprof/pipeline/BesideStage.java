package dev.llmprof.pipeline;

/// A stage that runs beside the others, in a thread or a process of its own: it begins before the
/// first of them and ends after the last, so that it sees every workload. Two starts of the same
/// run (`--resume`) are two recordings.
public interface BesideStage extends Stage {

    /// Begins and comes back at once. What keeps it from beginning is a problem found.
    Recording start(Workspace workspace);

    /// What goes on beside the stages. It is ended once, also when a stage has failed or the user
    /// pressed Ctrl-C.
    @FunctionalInterface
    interface Recording {
        Outcome end();
    }

    /// For whoever runs it alone: nothing happens between begin and end.
    @Override
    default Outcome run(Workspace workspace) {
        return start(workspace).end();
    }
}
