package dev.llmprof.report.sweep;

import dev.llmprof.analysis.sweep.Knees;
import dev.llmprof.analysis.sweep.SweepResults;
import dev.llmprof.analysis.sweep.SweptJob;
import dev.llmprof.analysis.sweep.SweptKey;
import dev.llmprof.analysis.sweep.SweptMetric;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Draws metrics over the keys of a sweep: a line over one key, a heat map over two, a line for
/// each combination of the others over more; and latency over throughput.
final class SweepCharts {
    private static final String THROUGHPUT = "requests.output_tokens_per_second";
    private static final String ONLY = "all jobs";

    private final SweepResults results;

    SweepCharts(SweepResults results) {
        this.results = results;
    }

    /// Empty where no two jobs have it.
    Optional<Block> of(SweptMetric metric) {
        long measured =
                results.jobs().stream()
                        .filter(job -> job.metric(metric.name()).isPresent())
                        .count();
        if (measured < 2 || results.keys().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Block.Figure(
                        metric.name(),
                        words(metric),
                        results.keys().size() == 2 ? heat(metric) : lines(metric)));
    }

    private String words(SweptMetric metric) {
        String way =
                switch (metric.wanted()) {
                    case LESS -> "Less is better.";
                    case MORE -> "More is better.";
                    case NEITHER -> "";
                };
        String best =
                results.best(metric)
                        .map(job -> " Best: " + job.words(results.keyNames()) + ".")
                        .orElse("");
        String knee =
                knee(metric)
                        .map(job ->
                                " Knee, beyond which more of the key brings little: "
                                        + job.words(results.keyNames())
                                        + ".")
                        .orElse("");
        return (way + best + knee).strip();
    }

    /// Only where one key alone is swept.
    Optional<SweptJob> knee(SweptMetric metric) {
        return results.keys().size() == 1
                ? Knees.of(metric, results.keys().getFirst(), results.jobs())
                : Optional.empty();
    }

    private Chart heat(SweptMetric metric) {
        SweptKey down = results.keys().get(0);
        SweptKey across = results.keys().get(1);
        List<Chart.Heat.Spot> cells = new ArrayList<>();
        for (SweptJob job : results.jobs()) {
            job.metric(metric.name())
                    .ifPresent(value -> cells.add(spot(job, across, down, value, "")));
        }
        return new Chart.Heat(
                SweepTable.unit(metric.name()),
                new Chart.Heat.Side(across.name(), across.values()),
                new Chart.Heat.Side(down.name(), down.values()),
                metric.wanted() == SweptMetric.Wanted.LESS,
                cells,
                results.best(metric).stream()
                        .map(job ->
                                spot(
                                        job,
                                        across,
                                        down,
                                        job.metric(metric.name()).orElseThrow(),
                                        "best"))
                        .toList());
    }

    private Chart.Heat.Spot spot(
            SweptJob job, SweptKey across, SweptKey down, double value, String name) {
        return new Chart.Heat.Spot(
                across.values().indexOf(job.value(across.name())),
                down.values().indexOf(job.value(down.name())),
                value,
                name.isEmpty() ? job.words(results.keyNames()) : name);
    }

    /// Over the last key that counts something, else over the last.
    private Chart lines(SweptMetric metric) {
        SweptKey over =
                results.keys().reversed().stream()
                        .filter(SweptKey::numeric)
                        .findFirst()
                        .orElse(results.keys().getLast());
        List<String> others =
                results.keyNames().stream().filter(name -> !name.equals(over.name())).toList();
        Map<String, List<Chart.Lines.Place>> series = new LinkedHashMap<>();
        for (String value : over.values()) {
            for (SweptJob job : results.jobs()) {
                if (job.value(over.name()).equals(value)) {
                    job.metric(metric.name())
                            .ifPresent(y ->
                                    series.computeIfAbsent(
                                                    others.isEmpty() ? ONLY : job.words(others),
                                                    _ -> new ArrayList<>())
                                            .add(place(job, over, y)));
                }
            }
        }
        return new Chart.Lines(
                new Chart.Lines.Axis(over.name(), Unit.PLAIN),
                new Chart.Lines.Axis(metric.name(), SweepTable.unit(metric.name())),
                over.values(),
                series.entrySet().stream()
                        .map(each -> new Chart.Lines.Series(each.getKey(), each.getValue()))
                        .toList(),
                marks(metric, over));
    }

    private List<Chart.Lines.Place> marks(SweptMetric metric, SweptKey over) {
        Optional<SweptJob> best = results.best(metric);
        Optional<SweptJob> knee = knee(metric);
        if (best.isPresent() && best.equals(knee)) {
            return List.of(marked(best.get(), metric, over, "best, knee"));
        }
        return Stream.concat(
                        best.map(job -> marked(job, metric, over, "best")).stream(),
                        knee.map(job -> marked(job, metric, over, "knee")).stream())
                .toList();
    }

    private static Chart.Lines.Place marked(
            SweptJob job, SweptMetric metric, SweptKey over, String name) {
        return new Chart.Lines.Place(
                over.values().indexOf(job.value(over.name())),
                job.metric(metric.name()).orElseThrow(),
                name);
    }

    private Chart.Lines.Place place(SweptJob job, SweptKey over, double y) {
        return new Chart.Lines.Place(
                over.values().indexOf(job.value(over.name())), y, job.words(results.keyNames()));
    }

    /// Latency over throughput, where jobs have requests; the knee is where throughput over latency
    /// is the most.
    Optional<Block> curve(String latency) {
        List<SweptJob> jobs =
                results.jobs().stream()
                        .filter(job -> job.metric(THROUGHPUT).isPresent())
                        .filter(job ->
                                Stream.of("p50", "p99")
                                        .anyMatch(p -> job.metric(latency + "." + p).isPresent()))
                        .toList();
        if (jobs.size() < 2) {
            return Optional.empty();
        }
        Optional<SweptJob> knee = Knees.ofLoad(jobs, THROUGHPUT, latency + ".p50");
        return Optional.of(
                new Block.Figure(
                        "Latency and throughput: " + latency,
                        "Each point is a job, joined in the order of the load. Right and low is"
                                + " good."
                                + knee.map(job ->
                                                " Knee, the most throughput for its latency: "
                                                        + job.words(results.keyNames())
                                                        + ".")
                                        .orElse(""),
                        curve(latency, jobs, knee)));
    }

    private Chart curve(String latency, List<SweptJob> jobs, Optional<SweptJob> knee) {
        return new Chart.Lines(
                new Chart.Lines.Axis("output tokens a second", SweepTable.unit(THROUGHPUT)),
                new Chart.Lines.Axis(latency, SweepTable.unit(latency)),
                List.of(),
                Stream.of("p50", "p99")
                        .map(p -> series(jobs, latency, p))
                        .filter(series -> !series.points().isEmpty())
                        .toList(),
                knee.stream()
                        .map(job ->
                                new Chart.Lines.Place(
                                        job.metric(THROUGHPUT).orElseThrow(),
                                        job.metric(latency + ".p50").orElseThrow(),
                                        "knee"))
                        .toList());
    }

    private Chart.Lines.Series series(List<SweptJob> jobs, String latency, String percentile) {
        SweptKey load = results.keys().isEmpty() ? new SweptKey("", List.of()) : load();
        return new Chart.Lines.Series(
                percentile,
                jobs.stream()
                        .filter(job -> job.metric(latency + "." + percentile).isPresent())
                        .sorted(
                                Comparator.comparingInt(
                                        job -> load.values().indexOf(job.value(load.name()))))
                        .map(job ->
                                new Chart.Lines.Place(
                                        job.metric(THROUGHPUT).orElseThrow(),
                                        job.metric(latency + "." + percentile).orElseThrow(),
                                        job.words(results.keyNames())))
                        .toList());
    }

    /// The key that says how much is asked.
    private SweptKey load() {
        return results.keys().stream()
                .filter(key -> key.name().startsWith("load."))
                .findFirst()
                .orElse(results.keys().getFirst());
    }
}
