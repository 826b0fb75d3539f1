package dev.llmprof.trace.kineto;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/// Reads the events of a plain file in pieces, as many at a time as there are cores, and puts them
/// together in the file's order: the tables are those that one thread would have made.
///
/// Where a piece begins is guessed from its text. The one before it proves the guess by ending
/// there; where it does not, and where a piece has anything odd, one thread reads on from that
/// piece.
final class KinetoPieces {
    private static final int LOOK_BYTES = 1 << 16;
    private static final int MOST_THREADS = 8;
    private static final int LEAST_BYTES = 1 << 20;
    private static final int MOST_BYTES = 16 << 20;

    private final FileChannel file;
    private final long pieceBytes;
    private final int threads;
    private final LongConsumer progress;

    /// `pieceBytes` is how much text a piece has, about.
    KinetoPieces(FileChannel file, long pieceBytes, int cores, LongConsumer progress) {
        this.file = file;
        this.pieceBytes = pieceBytes;
        this.threads = Math.min(cores, MOST_THREADS);
        this.progress = progress;
    }

    /// Some pieces for each thread, so that all end at about the same time. What a piece costs of
    /// its own, such as texts that others have too, is little where it is large.
    static KinetoPieces of(FileChannel file, int cores, LongConsumer progress) throws IOException {
        long bytes = Math.clamp(file.size() / (4L * cores), LEAST_BYTES, MOST_BYTES);
        return new KinetoPieces(file, bytes, cores, progress);
    }

    /// A piece that is being read.
    private record Piece(long from, Future<Optional<KinetoEvents>> events) {}

    /// Reads from the event at `first` on, and gives the place from which on nothing was read.
    long readInto(KinetoEvents events, long first) {
        try (ExecutorService readers = Executors.newFixedThreadPool(threads)) {
            Deque<Piece> ahead = new ArrayDeque<>();
            long from = first;
            long to = border(from + pieceBytes);
            while (to > from || !ahead.isEmpty()) {
                if (to > from && ahead.size() <= threads) {
                    ahead.add(piece(readers, from, to));
                    from = to;
                    to = border(from + pieceBytes);
                    continue;
                }
                Piece next = ahead.remove();
                progress.accept(next.from());
                // Not interrupted below: that would close the file for all.
                if (!next.events().get().map(events::add).orElse(false)) {
                    ahead.forEach(piece -> piece.events().cancel(false));
                    return next.from();
                }
            }
            return from;
        } catch (IOException unreadable) {
            // The reader meets it again, and says so.
            return first;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading", interrupted);
        } catch (ExecutionException wrong) {
            throw new IllegalStateException("a piece of the trace", wrong.getCause());
        }
    }

    private Piece piece(ExecutorService readers, long from, long to) {
        return new Piece(from, readers.submit(() -> read(new FilePart(file, from, to))));
    }

    /// The events of a piece, each with a comma behind it; none where it is not just that.
    private static Optional<KinetoEvents> read(FilePart text) {
        JsonWindow json = new JsonWindow(text);
        KinetoEvent event = new KinetoEvent(json);
        KinetoEvents events = new KinetoEvents();
        try {
            while (json.peek() == '{') {
                event.read();
                events.take(event);
                json.expect(',');
                json.mark();
            }
            boolean whole = json.peek() == JsonWindow.END && json.failure().isEmpty();
            return whole ? Optional.of(events) : Optional.empty();
        } catch (JsonBroken odd) {
            return Optional.empty();
        }
    }

    /// Where an event seems to begin, at or soon behind `place`; -1 where none does or the rest is
    /// too short for another piece.
    private long border(long place) throws IOException {
        if (place + pieceBytes / 2 > file.size()) {
            return -1;
        }
        byte[] bytes = new byte[LOOK_BYTES];
        int read = file.read(ByteBuffer.wrap(bytes), place);
        int seen = 0;
        for (int at = 0; at < read; at++) {
            byte next = bytes[at];
            if (next == '{' && seen == JsonBytes.AT_EVENT) {
                return place + at;
            }
            seen = JsonBytes.towardsEvent(seen, next);
        }
        return -1;
    }
}
