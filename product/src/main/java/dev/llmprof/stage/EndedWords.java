package dev.llmprof.stage;

import dev.llmprof.process.Ended;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// How a program ended, in words.
public final class EndedWords {

    private EndedWords() {}

    public static String of(Ended ended) {
        return switch (ended) {
            case Ended.Exited(int code, _) -> "ended with exit code " + code;
            case Ended.Signalled(int signal, _) -> "was stopped by signal " + signal;
            case Ended.TimedOut(Duration limit, _) -> "was stopped after " + of(limit);
            case Ended.Interrupted _ -> "was interrupted";
            case Ended.NotStarted(String reason) -> "could not be started: " + reason;
        };
    }

    public static String of(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
        }
        return seconds % 60 == 0
                ? seconds / 60 + " min"
                : seconds / 60 + " min " + seconds % 60 + " s";
    }

    /// Double the time, as a configuration value: `4s`, `60m`.
    public static String twice(Duration duration) {
        long seconds = Math.max(1, duration.multipliedBy(2).toSeconds());
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    public static String counts(Map<String, Long> counts) {
        return counts.isEmpty()
                ? "none"
                : new TreeMap<>(counts)
                        .entrySet().stream()
                                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                                .collect(Collectors.joining(", "));
    }
}
