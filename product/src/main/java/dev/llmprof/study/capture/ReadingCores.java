package dev.llmprof.study.capture;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Reads captures on all cores at once.
public final class ReadingCores implements AutoCloseable {
    private static final int MOST = 8;

    private final ExecutorService threads = Executors.newFixedThreadPool(count());

    public static int count() {
        return Math.min(Runtime.getRuntime().availableProcessors(), MOST);
    }

    public <T> Future<T> begin(Callable<T> work) {
        return threads.submit(work);
    }

    /// Waits for it.
    public static <T> T taken(Future<T> work) throws IOException {
        try {
            return work.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading", interrupted);
        } catch (ExecutionException wrong) {
            if (wrong.getCause() instanceof IOException unreadable) {
                throw unreadable;
            }
            throw new IllegalStateException("reading a capture", wrong.getCause());
        }
    }

    /// Whose progress nobody sees: of several that are read at once only the ends are told.
    public static OpenCapture unseen(Input input) {
        return new OpenCapture(input, Unseen.UNSEEN, (_, _) -> Unseen.UNSEEN);
    }

    private enum Unseen implements ReadProgress {
        UNSEEN;

        @Override
        public void accept(long bytes) {}

        @Override
        public void done() {}
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
