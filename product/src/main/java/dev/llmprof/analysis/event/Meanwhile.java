package dev.llmprof.analysis.event;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// A result that is worked out while others are: in a thread of its own where there is a second
/// core, and at once where there is none. What it reads must not change, and it fails where it is
/// asked for.
public final class Meanwhile<T> {
    private final FutureTask<T> task;

    private Meanwhile(FutureTask<T> task) {
        this.task = task;
    }

    public static <T> Meanwhile<T> of(Supplier<T> work) {
        var task = new FutureTask<T>(work::get);
        if (Runtime.getRuntime().availableProcessors() < 2) {
            task.run();
        } else {
            Thread.ofPlatform().daemon().name("analysis").start(task);
        }
        return new Meanwhile<>(task);
    }

    /// The result, waited for.
    public T result() {
        try {
            return task.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while analysing", interrupted);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof RuntimeException wrong) {
                throw wrong;
            }
            if (cause instanceof Error wrong) {
                throw wrong;
            }
            throw new IllegalStateException("an analysis", failed);
        }
    }
}
