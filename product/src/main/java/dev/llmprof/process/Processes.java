package dev.llmprof.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Starts programs. The one door between this code and the operating system's processes.
public interface Processes {

    /// Runs a command to its end or to its deadline, stdout and stderr together in `log`. Where the
    /// thread that waits is interrupted, the deadline has come.
    Ended run(Command command, Path log, Limits limits);

    /// Runs a short command and gives its output back, for questions such as `nsys --version`.
    Answer ask(Command command, Duration deadline);

    /// Whether the user wants everything to end; who waits for something else than a program asks
    /// now and then.
    default boolean stopping() {
        return false;
    }

    /// Who sees the newest line of the program that runs, where anybody does.
    default Optional<Consumer<String>> watcher() {
        return Optional.empty();
    }

    record Answer(Ended ended, String output, String errors) {}

    /// How long a command may take, and who hears its newest line now and then. One that is
    /// `finishing` brings home what others made, and still starts after a first interruption. A
    /// process that writes a file `*.busy` into `busy` says there what it does, and is given time
    /// to finish it. One that runs until there was `enough` is asked to end then, and has ended
    /// well; whoever says so also does when the user interrupts. One that runs `beside` is no
    /// program of the user's: what loses its parents meanwhile is not its own, and nobody waits for
    /// it.
    record Limits(
            Duration deadline,
            Optional<Consumer<String>> listener,
            boolean isFinishing,
            boolean isBeside,
            Optional<Path> busy,
            Optional<CompletableFuture<Void>> enough) {

        public static Limits of(Duration deadline) {
            return new Limits(
                    deadline, Optional.empty(), false, false, Optional.empty(), Optional.empty());
        }

        public Limits heardBy(Consumer<String> someone) {
            return new Limits(deadline, Optional.of(someone), isFinishing, isBeside, busy, enough);
        }

        public Limits finishing() {
            return new Limits(deadline, listener, true, isBeside, busy, enough);
        }

        public Limits beside() {
            return new Limits(deadline, listener, isFinishing, true, busy, enough);
        }

        public Limits busyIn(Path directory) {
            return new Limits(
                    deadline, listener, isFinishing, isBeside, Optional.of(directory), enough);
        }

        public Limits until(CompletableFuture<Void> said) {
            return new Limits(deadline, listener, isFinishing, isBeside, busy, Optional.of(said));
        }
    }
}
