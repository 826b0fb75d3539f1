package dev.llmprof.process;

import java.time.Duration;

/// How a process came to its end. A failure is a value here: the caller decides what it means.
public sealed interface Ended {

    record Exited(int code, Usage usage) implements Ended {}

    record Signalled(int signal, Usage usage) implements Ended {}

    record TimedOut(Duration limit, Usage usage) implements Ended {}

    /// The user pressed Ctrl-C, or llmprof was told to stop.
    record Interrupted(Usage usage) implements Ended {}

    record NotStarted(String reason) implements Ended {}

    /// What the process and its children took; bytes are 0 where the system does not tell.
    record Usage(Duration wall, long peakBytes) {}
}
