package dev.llmprof.stage.server;

import dev.llmprof.problem.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// The window in the middle of a load: opened by a thread of its own once so many requests have
/// ended, closed when it was long enough or the load is over.
final class LoadWindow {
    private static final int LOOK_MILLIS = 50;

    private final ServerProfiler profiler;
    private final AtomicInteger toWarm;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch loadOver = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final List<Problem> problems = new ArrayList<>();
    private final Duration patience;
    private final Thread keeper;

    private LoadWindow(ServerProfiler profiler, int requestsBefore, Duration patience) {
        this.profiler = profiler;
        this.toWarm = new AtomicInteger(requestsBefore);
        this.patience = patience;
        if (requestsBefore == 0) {
            begun.countDown();
        }
        this.keeper = Thread.ofVirtual().name("window").unstarted(this::keep);
    }

    static Optional<LoadWindow> begin(
            Optional<ServerProfiler> profiler, int requestsBefore, Duration patience) {
        Optional<LoadWindow> window =
                profiler.map(each -> new LoadWindow(each, requestsBefore, patience));
        window.ifPresent(each -> each.keeper.start());
        return window;
    }

    void requestEnded() {
        if (toWarm.decrementAndGet() == 0) {
            begun.countDown();
        }
    }

    private void keep() {
        try {
            begun.await();
            Optional<Problem> refused = profiler.open();
            if (refused.isPresent()) {
                problems.add(refused.get());
                return;
            }
            long until = System.nanoTime() + profiler.length().toNanos();
            boolean over = false;
            while (!over && System.nanoTime() < until && !profiler.closed()) {
                over = loadOver.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            }
            problems.addAll(profiler.close(patience));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            done.countDown();
        }
    }

    /// The load has ended: waits until what was recorded is there. A window that was never reached
    /// is opened no more.
    List<Problem> end() {
        loadOver.countDown();
        if (toWarm.get() > 0) {
            problems.add(
                    new Problem(
                            "the load ended before its window could be opened",
                            "load.requests",
                            "more requests, or a longer load.duration"));
            keeper.interrupt();
        }
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return List.copyOf(problems);
    }
}
