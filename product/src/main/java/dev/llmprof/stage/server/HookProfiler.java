package dev.llmprof.stage.server;

import dev.llmprof.problem.Problem;
import dev.llmprof.stage.workload.CaptureWindow;
import dev.llmprof.stage.workload.LiveHooks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Our hook in a Python server that we started: it is told by a signal, and its limits end the
/// window.
record HookProfiler(LiveHooks hooks, CaptureWindow window) implements ServerProfiler {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int LOOK_MILLIS = 100;

    @Override
    public Optional<Problem> open() {
        return hooks.tell("start").processes().isEmpty()
                ? Optional.of(
                        new Problem(
                                "no process of the server could be told to record",
                                hooks.traces().toString(),
                                "the server must be a Python program with PyTorch, started without"
                                        + " -I, -E and -S"))
                : Optional.empty();
    }

    @Override
    public Duration length() {
        return window.duration().orElse(LONGEST);
    }

    @Override
    public boolean closed() {
        return hooks.written() > 0 || hooks.busy();
    }

    @Override
    public List<Problem> close(Duration patience) {
        if (!closed()) {
            hooks.tell("stop");
        }
        long until = System.nanoTime() + patience.toNanos();
        while ((hooks.busy() || hooks.written() == 0) && System.nanoTime() < until) {
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        return List.of();
    }
}
