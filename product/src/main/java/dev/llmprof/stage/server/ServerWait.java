package dev.llmprof.stage.server;

import dev.llmprof.problem.Problem;
import dev.llmprof.stage.server.ServerPages.Readiness;
import dev.llmprof.stage.workload.Workload;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Waits until a server is ready, as long as that may take. One that nobody will ever find where it
/// was asked is not waited for.
final class ServerWait {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration LOOK_ELSEWHERE = Duration.ofSeconds(2);

    private final Workload.Server server;
    private final BooleanSupplier over;
    private final Optional<Elsewhere> elsewhere;
    private final ServerProblems words;

    /// `over` turns true when the server has ended or the user wants to; `elsewhere` finds a server
    /// of ours that listens where nobody asks.
    ServerWait(Workload.Server server, BooleanSupplier over, Optional<Elsewhere> elsewhere) {
        this.server = server;
        this.over = over;
        this.elsewhere = elsewhere;
        this.words = new ServerProblems(server);
    }

    boolean isOver() {
        return over.getAsBoolean();
    }

    /// Why it is not ready. None as well where it is over before; who asks looks at that.
    Optional<Problem> forReady(ServerPages pages) {
        long began = System.nanoTime();
        long lookedElsewhere = began;
        while (!isOver()) {
            Readiness now = pages.readiness();
            long waited = System.nanoTime() - began;
            if (now instanceof Readiness.Ready) {
                return Optional.empty();
            }
            Optional<Problem> hopeless = hopeless(now, waited);
            if (hopeless.isPresent()) {
                return hopeless;
            }
            if (System.nanoTime() - lookedElsewhere > LOOK_ELSEWHERE.toNanos()) {
                lookedElsewhere = System.nanoTime();
                Optional<URI> other = elsewhere.flatMap(Elsewhere::found);
                if (other.isPresent()) {
                    return other.map(words::elsewhere);
                }
            }
            pause();
        }
        return Optional.empty();
    }

    private Optional<Problem> hopeless(Readiness now, long waitedNanos) {
        if (now instanceof Readiness.Moved(String where)) {
            return Optional.of(words.moved(where));
        }
        if (now instanceof Readiness.Untrusted(String why)) {
            return Optional.of(words.untrusted(why));
        }
        boolean absent = server.attached() && now instanceof Readiness.Absent;
        if (absent && waitedNanos > server.ready().absent().toNanos()) {
            return Optional.of(words.absent(now.words()));
        }
        return waitedNanos > server.ready().limit().toNanos()
                ? Optional.of(words.notReady(now.words(), elsewhere.isPresent()))
                : Optional.empty();
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
