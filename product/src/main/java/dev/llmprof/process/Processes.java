package dev.llmprof.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Starts programs. The one door between this code and the operating system's processes.
public interface Processes {

    /// Runs a command to its end or to its deadline, stdout and stderr together in `log`.
    Ended run(Command command, Path log, Limits limits);

    /// Runs a short command and gives its output back, for questions such as `nsys --version`.
    Answer ask(Command command, Duration deadline);

    /// Whether the user wants everything to end; who waits for something else than a program asks
    /// now and then.
    default boolean stopping() {
        return false;
    }

    record Answer(Ended ended, String output, String errors) {}

    /// How long a command may take, and who hears its newest line now and then. One that is
    /// `finishing` brings home what others made, and still starts after a first interruption. A
    /// process that writes a file `*.busy` into `busy` says there what it does, and is given time
    /// to finish it. One that runs until there was `enough` is asked to end then, and has ended
    /// well; whoever says so also does when the user interrupts.
    record Limits(
            Duration deadline,
            Optional<Consumer<String>> listener,
            boolean isFinishing,
            Optional<Path> busy,
            Optional<CompletableFuture<Void>> enough) {

        public static Limits of(Duration deadline) {
            return new Limits(
                    deadline, Optional.empty(), false, Optional.empty(), Optional.empty());
        }

        public Limits heardBy(Consumer<String> someone) {
            return new Limits(deadline, Optional.of(someone), isFinishing, busy, enough);
        }

        public Limits finishing() {
            return new Limits(deadline, listener, true, busy, enough);
        }

        public Limits busyIn(Path directory) {
            return new Limits(deadline, listener, isFinishing, Optional.of(directory), enough);
        }

        public Limits until(CompletableFuture<Void> said) {
            return new Limits(deadline, listener, isFinishing, busy, Optional.of(said));
        }
    }
}
