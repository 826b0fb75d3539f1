package dev.llmprof.load;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/// One request over a connection and what comes back: each piece has the time at which it was read,
/// and whoever waits hears of the end.
final class Exchange {
    private final HttpAnswer answer;
    private final LongSupplier clock;
    private final Runnable lastOfConnection;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private boolean toldLast;

    /// `lastOfConnection` is told as soon as it is clear that the next request needs another
    /// connection; it may not wait.
    Exchange(HttpAnswer answer, LongSupplier clock, Runnable lastOfConnection) {
        this.answer = answer;
        this.clock = clock;
        this.lastOfConnection = lastOfConnection;
    }

    CompletableFuture<Void> end() {
        return end;
    }

    /// The server sent nothing at all.
    boolean unheard() {
        return !answer.begun();
    }

    boolean reusable() {
        return answer.whole() && !answer.closes();
    }

    /// Heard by one thread, in order.
    void arrived(ByteBuffer bytes) {
        if (end.isDone()) {
            return;
        }
        try {
            answer.add(bytes, clock.getAsLong());
        } catch (IOException | RuntimeException e) {
            end.completeExceptionally(e);
            return;
        }
        if (answer.closes() && !toldLast) {
            toldLast = true;
            lastOfConnection.run();
        }
        if (answer.whole()) {
            end.complete(null);
        }
    }

    void closed() {
        if (answer.wholeWhenClosed()) {
            end.complete(null);
        } else {
            end.completeExceptionally(
                    new EOFException("the server closed the connection before its answer's end"));
        }
    }

    void failed(IOException why) {
        end.completeExceptionally(why);
    }
}
