package dev.llmprof.engine;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Ctrl-C: the work is asked to stop at the next token, and gets time to write what it has.
final class Interruption {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final AtomicBoolean happened = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);

    static Interruption watched() {
        var interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(interruption::stop));
        return interruption;
    }

    boolean happened() {
        return happened.get();
    }

    /// Everything is written; the process may go.
    void over() {
        over.countDown();
    }

    private void stop() {
        happened.set(over.getCount() > 0);
        try {
            boolean written = over.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            happened.set(happened.get() || !written);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
