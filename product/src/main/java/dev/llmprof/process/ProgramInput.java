package dev.llmprof.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/// What llmprof is given to read, for every pass of the user's program: a file is opened anew, a
/// pipe is read once and kept, a terminal goes to the first pass.
final class ProgramInput {
    static final long MOST_KEPT_BYTES = 64_000_000;

    private static final Path STDIN = Path.of("/proc/self/fd/0");
    private static final int CHUNK_BYTES = 1 << 16;
    private static final int NOBODY = -1;

    private final InputStream source;
    private final Kind kind;
    private Optional<FileChannel> kept = Optional.empty();
    private long keptBytes;
    private boolean isCut;
    private boolean isRead;
    private boolean isOver;
    private boolean isTaken;
    private int reader = NOBODY;

    private enum Kind {
        NOTHING,
        TERMINAL,
        FILE,
        STREAM
    }

    private ProgramInput(InputStream source, Kind kind) {
        this.source = source;
        this.kind = kind;
    }

    static ProgramInput nothing() {
        return new ProgramInput(InputStream.nullInputStream(), Kind.NOTHING);
    }

    static ProgramInput of(InputStream source) {
        return new ProgramInput(source, source.equals(System.in) ? ofStdin() : Kind.STREAM);
    }

    private static Kind ofStdin() {
        if (PseudoTerminal.is(0)) {
            return Kind.TERMINAL;
        }
        try {
            String target = Files.readSymbolicLink(STDIN).toString();
            if (target.equals("/dev/null")) {
                return Kind.NOTHING;
            }
            // One that somebody has read from goes on where it stands, as a pipe does.
            return Files.isRegularFile(STDIN)
                            && Files.readString(Path.of("/proc/self/fdinfo/0"))
                                    .lines()
                                    .anyMatch(line -> line.matches("pos:\\s*0"))
                    ? Kind.FILE
                    : Kind.STREAM;
        } catch (IOException e) {
            return Kind.NOTHING;
        }
    }

    /// One pass's end of it. The pipe is for [#feed] once the program has started.
    record Opened(List<Posix.Setup> setups, Optional<Posix.Pipe> pipe, Optional<String> remark) {}

    synchronized Opened open() {
        boolean first = !isTaken;
        isTaken = true;
        return switch (kind) {
            case TERMINAL ->
                    first
                            ? new Opened(List.of(), Optional.empty(), Optional.empty())
                            : file(
                                    "/dev/null",
                                    "the terminal went to the first pass; this one reads nothing");
            case NOTHING -> file("/dev/null", "");
            case FILE -> file("/proc/" + ProcessHandle.current().pid() + "/fd/0", "");
            case STREAM -> stream();
        };
    }

    private static Opened file(String path, String remark) {
        return new Opened(
                List.of(new Posix.Setup.Open(0, path, Guard.OpenFlags.READ)),
                Optional.empty(),
                Optional.of(remark).filter(text -> !text.isEmpty()));
    }

    private Opened stream() {
        Posix.Pipe pipe = Posix.pipe();
        return new Opened(
                List.of(new Posix.Setup.Duplicate(pipe.readEnd(), 0)),
                Optional.of(pipe),
                isCut
                        ? Optional.of(
                                "standard input had more than "
                                        + MOST_KEPT_BYTES / 1_000_000
                                        + " MB; this pass reads the first of it")
                        : Optional.empty());
    }

    /// What is kept, then what comes.
    void feed(Posix.Pipe pipe) {
        Posix.close(pipe.readEnd());
        synchronized (this) {
            if (!isRead) {
                isRead = true;
                Thread.ofPlatform().daemon().name("stdin").start(this::read);
            }
        }
        // Last and on its own: it waits for a program that does not read.
        Thread.ofPlatform().daemon().name("stdin-kept").start(() -> replay(pipe.writeEnd()));
    }

    private synchronized void replay(int descriptor) {
        leave();
        reader = descriptor;
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        try {
            for (long at = 0; at < keptBytes && reader != NOBODY; ) {
                int count = kept.orElseThrow().read(chunk.clear(), at);
                hand(chunk.flip());
                at += count;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading what was kept of standard input", e);
        }
        if (isOver || isCut) {
            leave();
        }
        notifyAll();
    }

    /// The program has ended.
    synchronized void leave() {
        if (reader != NOBODY) {
            Posix.close(reader);
            reader = NOBODY;
        }
    }

    private void hand(ByteBuffer bytes) {
        if (reader != NOBODY && !Posix.write(reader, bytes)) {
            leave();
        }
    }

    private void read() {
        byte[] chunk = new byte[CHUNK_BYTES];
        try {
            for (int count; (count = source.read(chunk)) >= 0; ) {
                take(ByteBuffer.wrap(chunk, 0, count));
            }
        } catch (IOException | InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            isOver = true;
            leave();
        }
    }

    private synchronized void take(ByteBuffer bytes) throws IOException, InterruptedException {
        boolean fits = keptBytes + bytes.remaining() <= MOST_KEPT_BYTES;
        while (!fits && reader == NOBODY) {
            wait();
        }
        if (fits && !isCut) {
            if (kept.isEmpty()) {
                kept = Optional.of(unnamed());
            }
            keptBytes += kept.get().write(bytes.duplicate(), keptBytes);
        } else {
            isCut = true;
        }
        hand(bytes);
    }

    /// Nobody else finds it, and it is gone when we are.
    private static FileChannel unnamed() throws IOException {
        Path file = Files.createTempFile("llmprof-", ".stdin");
        try {
            return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } finally {
            Files.delete(file);
        }
    }
}
