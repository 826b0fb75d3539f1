package dev.llmprof.run.slurm;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Waits between two looks, until somebody has had enough.
final class Pause {
    private final CountDownLatch enough = new CountDownLatch(1);

    /// True where the waiting is over for good.
    boolean isOver(int seconds) {
        try {
            return enough.await(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    boolean isOver() {
        return enough.getCount() == 0;
    }

    void end() {
        enough.countDown();
    }
}
