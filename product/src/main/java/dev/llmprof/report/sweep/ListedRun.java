package dev.llmprof.report.sweep;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A run as lists show it. One that was killed before its first manifest has no start and no
/// command; `trouble` says in a few words what went wrong and is empty otherwise.
public record ListedRun(
        String directory,
        Optional<Instant> started,
        Optional<Instant> ended,
        String status,
        List<String> command,
        String trouble,
        SortedMap<String, Double> metrics) {
    public ListedRun {
        command = List.copyOf(command);
        metrics = Collections.unmodifiableSortedMap(new TreeMap<>(metrics));
    }

    public Optional<Double> metric(String name) {
        return Optional.ofNullable(metrics.get(name));
    }

    /// Of a run that left nothing.
    public static ListedRun empty(String directory) {
        return new ListedRun(
                directory,
                Optional.empty(),
                Optional.empty(),
                "empty",
                List.of(),
                "no files",
                new TreeMap<>());
    }
}
