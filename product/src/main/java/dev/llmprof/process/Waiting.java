package dev.llmprof.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Waits for the end of a program, and looks around from time to time.
final class Waiting {
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofDays(10_000);
    private static final int SELDOM = 200;

    private Waiting() {}

    /// Looking never takes more than a two hundredth of the time: the program is being measured.
    static boolean endsWithin(CompletableFuture<?> end, Duration deadline, Runnable look) {
        Duration most = deadline.compareTo(LONGEST) < 0 ? deadline : LONGEST;
        long until = System.nanoTime() + most.toNanos();
        long pauseNanos = PAUSE.toNanos();
        while (true) {
            try {
                long left = until - System.nanoTime();
                end.get(Math.clamp(left, 0, pauseNanos), TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException e) {
                long looked = System.nanoTime();
                if (looked - until >= 0) {
                    return false;
                }
                look.run();
                pauseNanos = Math.max(PAUSE.toNanos(), SELDOM * (System.nanoTime() - looked));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException("waiting for a child", e);
            }
        }
    }
}
