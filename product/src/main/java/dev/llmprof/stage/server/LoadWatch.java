package dev.llmprof.stage.server;

import dev.llmprof.load.LoadCount;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Tells whoever watches how a load goes, twice a second until it is closed.
final class LoadWatch implements AutoCloseable {
    private static final int TICK_MILLIS = 500;

    private final Thread teller;

    LoadWatch(LoadCount count, Optional<Consumer<String>> watcher) {
        teller = Thread.ofVirtual().unstarted(() -> watcher.ifPresent(who -> tell(count, who)));
        if (watcher.isPresent()) {
            teller.start();
        }
    }

    private static void tell(LoadCount count, Consumer<String> who) {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
                who.accept(count.words(System.nanoTime()));
            }
        } catch (InterruptedException e) {
            // The load is over.
        }
    }

    @Override
    public void close() {
        teller.interrupt();
    }
}
