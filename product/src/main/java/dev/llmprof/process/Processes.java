package dev.llmprof.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Starts programs. The one door between this code and the operating system's processes.
public interface Processes {

    /// Runs a command to its end or to its deadline, stdout and stderr together in `log`.
    Ended run(Command command, Path log, Limits limits);

    /// Runs a short command and gives its output back, for questions such as `nsys --version`.
    Answer ask(Command command, Duration deadline);

    record Answer(Ended ended, String output, String errors) {}

    /// How long a command may take, and who hears its newest line now and then. One that is
    /// `finishing` brings home what others made, and still starts after a first interruption.
    record Limits(Duration deadline, Optional<Consumer<String>> listener, boolean isFinishing) {

        public static Limits of(Duration deadline) {
            return new Limits(deadline, Optional.empty(), false);
        }

        public Limits heardBy(Consumer<String> someone) {
            return new Limits(deadline, Optional.of(someone), isFinishing);
        }

        public Limits finishing() {
            return new Limits(deadline, listener, true);
        }
    }
}
