package dev.llmprof.process;

import dev.llmprof.secret.SecretFilter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// What the user's program reads, and who hears it. The first pass is heard where llmprof is; the
/// same words again would be of no use, so those after it write to their logs only. Whoever listens
/// hears every word; the logs, which are kept, have no secret in them.
public final class ProgramStreams {
    private static final int CHUNK_BYTES = 1 << 16;
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final ProgramInput input;
    private final Optional<Audience> audience;
    private final Consumer<String> remarks;
    private boolean isHeard = true;

    /// Where standard output and standard error of the program go.
    public record Audience(OutputStream out, OutputStream err) {}

    private ProgramStreams(
            ProgramInput input, Optional<Audience> audience, Consumer<String> remarks) {
        this.input = input;
        this.audience = audience;
        this.remarks = remarks;
    }

    /// Nothing to read, and only a log to write to.
    public static ProgramStreams none() {
        return new ProgramStreams(ProgramInput.nothing(), Optional.empty(), _ -> {});
    }

    public static ProgramStreams of(
            InputStream input, Optional<Audience> audience, Consumer<String> remarks) {
        return new ProgramStreams(ProgramInput.of(input), audience, remarks);
    }

    /// The next pass is again the first of a run.
    public synchronized void again() {
        isHeard = true;
    }

    void remark(String text) {
        remarks.accept(text);
    }

    synchronized Pass pass(Path log) {
        ProgramInput.Opened opened = input.open();
        opened.remark().ifPresent(remarks);
        var setups = new ArrayList<>(opened.setups());
        Optional<Spoken> shown = audience.filter(_ -> isHeard).map(each -> Spoken.of(each, log));
        Optional<Spoken> spoken = shown.or(() -> Spoken.hiding(log));
        isHeard = false;
        setups.addAll(spoken.map(Spoken::setups).orElseGet(() -> Pass.toFiles(log, log)));
        return new Pass(
                setups,
                shown.isPresent(),
                () -> {
                    opened.pipe().ifPresent(input::feed);
                    spoken.ifPresent(Spoken::start);
                },
                () -> {
                    input.leave();
                    spoken.ifPresent(Spoken::end);
                });
    }

    /// The descriptors of one program: what to set up, what to do once it has started and once it
    /// has ended.
    record Pass(List<Posix.Setup> setups, boolean isShown, Runnable started, Runnable ended) {
        private static final Posix.Setup NOTHING_TO_READ =
                new Posix.Setup.Open(0, "/dev/null", Guard.OpenFlags.READ);

        static Pass unheard(Path output, Path errors) {
            var setups = new ArrayList<Posix.Setup>();
            setups.add(NOTHING_TO_READ);
            setups.addAll(toFiles(output, errors));
            return new Pass(setups, false, () -> {}, () -> {});
        }

        /// Heard by nobody, and without secrets in its log.
        static Pass logged(Path log) {
            Optional<Spoken> hiding = Spoken.hiding(log);
            if (hiding.isEmpty()) {
                return unheard(log, log);
            }
            var setups = new ArrayList<>(List.of(NOTHING_TO_READ));
            setups.addAll(hiding.get().setups());
            return new Pass(setups, false, hiding.get()::start, hiding.get()::end);
        }

        private static List<Posix.Setup> toFiles(Path output, Path errors) {
            return List.of(
                    append(1, output),
                    output.equals(errors) ? new Posix.Setup.Duplicate(1, 2) : append(2, errors));
        }

        private static Posix.Setup append(int descriptor, Path file) {
            return new Posix.Setup.Open(
                    descriptor, file.toAbsolutePath().toString(), Guard.OpenFlags.APPEND);
        }
    }

    /// Both outputs of a pass that is heard, and the log they go to as well.
    private record Spoken(List<End> ends, Path log, AtomicReference<IOException> fault) {

        static Spoken of(Audience audience, Path log) {
            return new Spoken(
                    List.of(End.of(1, audience.out()), End.of(2, audience.err())),
                    log,
                    new AtomicReference<>());
        }

        /// Only into the log, where there are secrets to keep from it.
        static Optional<Spoken> hiding(Path log) {
            return SecretFilter.ofKnown().isNeeded()
                    ? Optional.of(
                            new Spoken(
                                    List.of(End.ofPipe(1, OutputStream.nullOutputStream())),
                                    log,
                                    new AtomicReference<>()))
                    : Optional.empty();
        }

        /// One end is for both outputs, in the order of what is written.
        List<Posix.Setup> setups() {
            List<Posix.Setup> setups = new ArrayList<>();
            ends.forEach(end -> setups.add(end.setup()));
            if (ends.size() == 1) {
                setups.add(new Posix.Setup.Duplicate(1, 2));
            }
            return setups;
        }

        void start() {
            ends.forEach(end -> end.start(this::note));
        }

        void end() {
            ends.forEach(End::finish);
            IOException met = fault.get();
            if (met != null) {
                throw new UncheckedIOException("writing " + log, met);
            }
        }

        private synchronized void note(byte[] bytes) {
            try {
                Files.write(log, bytes, StandardOpenOption.APPEND);
            } catch (IOException e) {
                // The program goes on; that its log is not whole is said at its end.
                fault.compareAndSet(null, e);
            }
        }
    }

    /// One output: a pipe, or a terminal of its own where ours is one.
    private static final class End {
        private final Posix.Setup setup;
        private final Posix.Pipe pipe;
        private final OutputStream listener;
        private final Thread thread;
        private final SecretFilter filter = SecretFilter.ofKnown();
        private final WholeLines lines = new WholeLines();
        private volatile Consumer<byte[]> note = _ -> {};

        private End(Posix.Setup setup, Posix.Pipe pipe, OutputStream listener) {
            this.setup = setup;
            this.pipe = pipe;
            this.listener = listener;
            this.thread = Thread.ofPlatform().daemon().name("heard").unstarted(this::copy);
        }

        static End of(int descriptor, OutputStream listener) {
            return (PseudoTerminal.is(descriptor)
                            ? PseudoTerminal.open()
                            : Optional.<PseudoTerminal>empty())
                    .map(each ->
                            new End(
                                    new Posix.Setup.Open(
                                            descriptor, each.path(), PseudoTerminal.OPEN_FLAGS),
                                    new Posix.Pipe(each.descriptor(), -1),
                                    listener))
                    .orElseGet(() -> ofPipe(descriptor, listener));
        }

        private static End ofPipe(int descriptor, OutputStream listener) {
            Posix.Pipe pipe = Posix.pipe();
            return new End(new Posix.Setup.Duplicate(pipe.writeEnd(), descriptor), pipe, listener);
        }

        Posix.Setup setup() {
            return setup;
        }

        void start(Consumer<byte[]> log) {
            note = log;
            if (pipe.writeEnd() >= 0) {
                Posix.close(pipe.writeEnd());
            }
            thread.start();
        }

        /// Whoever still holds the other end outlived the guard and is not waited for.
        void finish() {
            try {
                thread.join(LAST_WORDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void copy() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment buffer = arena.allocate(CHUNK_BYTES);
                for (int count; (count = Posix.read(pipe.readEnd(), buffer)) > 0; ) {
                    byte[] bytes = buffer.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
                    note.accept(lines.next(filter.next(bytes)));
                    tell(bytes);
                }
            }
            note.accept(lines.rest(filter.rest()));
            Posix.close(pipe.readEnd());
        }

        private void tell(byte[] bytes) {
            try {
                listener.write(bytes);
                listener.flush();
            } catch (IOException e) {
                // Nobody listens any more; the log has it.
            }
        }
    }
}
