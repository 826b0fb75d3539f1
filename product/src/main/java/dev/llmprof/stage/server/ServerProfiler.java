package dev.llmprof.stage.server;

import dev.llmprof.problem.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Opens a window of recording in a server that runs, and closes it.
interface ServerProfiler {

    /// Why it could not, where it could not.
    Optional<Problem> open();

    /// How long it stays open at most; the profiler may end it earlier by itself.
    Duration length();

    /// Whether the profiler has closed the window itself.
    default boolean closed() {
        return false;
    }

    /// Closes it, and waits until what was recorded is whole; problems met, where there are any.
    List<Problem> close(Duration patience);
}
