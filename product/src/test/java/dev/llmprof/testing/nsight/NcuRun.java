package dev.llmprof.testing.nsight;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Launches as ncu counts them, each metric in its base unit; a kernel also with the name and the
/// time that nsys has for it.
public record NcuRun(List<Launch> launches) {
    public NcuRun {
        launches = List.copyOf(launches);
    }

    /// A metric's value: a real number, a whole one, a text, or none although it was asked for.
    public sealed interface Value {
        record Real(double number) implements Value {}

        record Count(long number) implements Value {}

        record Text(String text) implements Value {}

        record None() implements Value {}
    }

    /// `kind` is ncu's word on the details page: INF, WRN or ERR.
    public record Rule(String section, String id, String kind, String message) {}

    /// What nsys saw of the same kernel.
    public record Timed(String name, long calls, long nanos) {}

    public record Launch(
            String function,
            String kernel,
            List<Integer> grid,
            List<Integer> block,
            Timed timed,
            Map<String, Value> metrics,
            List<Rule> rules) {
        public Launch {
            grid = List.copyOf(grid);
            block = List.copyOf(block);
            metrics = Map.copyOf(metrics);
            rules = List.copyOf(rules);
        }

        /// The number under a short key.
        public double number(String key) {
            return switch (metrics.getOrDefault(key, new Value.None())) {
                case Value.Real(double number) -> number;
                case Value.Count(long number) -> number;
                case Value.Text _, Value.None _ -> Double.NaN;
            };
        }

        /// In the order of the raw page: by name.
        List<Map.Entry<NcuMetric, Value>> byName() {
            Map<String, Map.Entry<NcuMetric, Value>> sorted = new TreeMap<>();
            metrics.forEach((key, value) -> {
                NcuMetric metric = metric(key);
                sorted.put(metric.name(), Map.entry(metric, value));
            });
            return List.copyOf(sorted.values());
        }

        /// Those of a section of the details page.
        List<Map.Entry<NcuMetric, Value>> shownIn(String section) {
            return byName().stream()
                    .filter(entry -> entry.getKey().section().equals(section))
                    .toList();
        }
    }

    static NcuMetric metric(String key) {
        NcuMetric metric = NcuMetric.ALL.get(key);
        if (metric == null) {
            throw new IllegalArgumentException("no metric is called " + key);
        }
        return metric;
    }

    /// The table that `nsys stats` has of the same program; `others` were not profiled.
    public List<List<String>> kernelSummary(List<Timed> others) {
        Map<String, Timed> all = new LinkedHashMap<>();
        launches.forEach(launch -> all.put(launch.timed().name(), launch.timed()));
        others.forEach(other -> all.put(other.name(), other));
        long total = all.values().stream().mapToLong(Timed::nanos).sum();
        List<List<String>> table = new ArrayList<>();
        table.add(
                List.of(
                        "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name"
                                .split(",")));
        all.values().stream()
                .sorted((a, b) -> Long.compare(b.nanos(), a.nanos()))
                .forEach(one -> {
                    String mean = one.nanos() / one.calls() + "";
                    table.add(
                            List.of(
                                    Spread.percent(one.nanos(), total),
                                    one.nanos() + "",
                                    one.calls() + "",
                                    mean + ".0",
                                    mean + ".0",
                                    mean,
                                    mean,
                                    "0.0",
                                    one.name()));
                });
        return table;
    }
}
