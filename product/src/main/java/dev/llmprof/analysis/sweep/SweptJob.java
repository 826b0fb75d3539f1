package dev.llmprof.analysis.sweep;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// One job of a sweep: its directory's name, the values of the keys it was given, how it ended, and
/// what it measured.
public record SweptJob(
        String name,
        SequencedMap<String, String> values,
        boolean usable,
        String outcome,
        SortedMap<String, Double> metrics) {
    public SweptJob {
        values = Collections.unmodifiableSequencedMap(values);
        metrics = Collections.unmodifiableSortedMap(new TreeMap<>(metrics));
    }

    public Optional<Double> metric(String metric) {
        return Optional.ofNullable(metrics.get(metric));
    }

    public String value(String key) {
        return values.getOrDefault(key, "");
    }

    /// The values of some keys, as they are typed.
    public String words(Iterable<String> keys) {
        Map<String, String> shown = new LinkedHashMap<>();
        keys.forEach(key -> shown.put(key, value(key)));
        return shown.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
    }
}
