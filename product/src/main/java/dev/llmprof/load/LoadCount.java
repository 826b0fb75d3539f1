package dev.llmprof.load;

import dev.llmprof.served.ServedRequest;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// How a load goes, while it goes: for whoever watches.
public final class LoadCount {
    private final String of;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final LongAdder pieces = new LongAdder();
    private long lastPieces;
    private long lastNanos;

    /// `of` says of how many, where that is known.
    LoadCount(String of, long nowNanos) {
        this.of = of;
        this.lastNanos = nowNanos;
    }

    void sent() {
        sent.incrementAndGet();
    }

    void piece() {
        pieces.increment();
    }

    void ended(ServedRequest request) {
        ended.incrementAndGet();
        if (request.failed()) {
            failed.incrementAndGet();
        }
    }

    /// The rate is that since it was last asked for. Pieces stand for tokens: how many those are is
    /// only known at the end of an answer.
    public synchronized String words(long nowNanos) {
        long now = pieces.sum();
        double seconds = Math.max(1, nowNanos - lastNanos) / 1e9;
        String rate = String.format(Locale.ROOT, "%.0f", (now - lastPieces) / seconds);
        lastPieces = now;
        lastNanos = nowNanos;
        int over = ended.get();
        int errors = failed.get();
        return over
                + of
                + " requests, "
                + (sent.get() - over)
                + " in flight, "
                + errors
                + (errors == 1 ? " error, " : " errors, ")
                + rate
                + " tokens/s";
    }
}
