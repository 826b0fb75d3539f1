package dev.llmprof.study.perfetto;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Events of one clock on disk, until it is known how that clock stands to the others.
final class EventSpool implements Closeable {
    static final long MOMENT = -1;
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final DataOutputStream out;
    private long events;
    private long first = Long.MAX_VALUE;

    EventSpool(Path file) throws IOException {
        this.file = file;
        this.out =
                new DataOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
    }

    void slice(long startNanos, long durationNanos, EventText event) throws IOException {
        add(startNanos, Math.max(0, durationNanos), event);
    }

    void moment(long nanos, EventText event) throws IOException {
        add(nanos, MOMENT, event);
    }

    private void add(long startNanos, long durationNanos, EventText event) throws IOException {
        byte[] text = event.done().getBytes(StandardCharsets.UTF_8);
        out.writeLong(startNanos);
        out.writeLong(durationNanos);
        out.writeInt(text.length);
        out.write(text);
        events++;
        first = Math.min(first, startNanos);
    }

    boolean isEmpty() {
        return events == 0;
    }

    long firstNanos() {
        return first;
    }

    /// Takes an event; one without a length has the duration [#MOMENT].
    interface Reader {
        void event(byte[] text, long startNanos, long durationNanos) throws IOException;
    }

    void read(Reader reader) throws IOException {
        close();
        try (var in =
                new DataInputStream(
                        new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
            for (long event = 0; event < events; event++) {
                long start = in.readLong();
                long duration = in.readLong();
                reader.event(in.readNBytes(in.readInt()), start, duration);
            }
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
