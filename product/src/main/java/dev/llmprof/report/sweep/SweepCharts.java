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
                        SweepWords.title(metric),
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
                                " Knee, beyond which a larger "
                                        + along().name()
                                        + " gains little: "
                                        + job.words(results.keyNames())
                                        + ".")
                        .orElse("");
        return (way + best + knee).strip();
    }

    /// Over the key that is drawn along, between jobs that are like the best in all other keys.
    Optional<SweptJob> knee(SweptMetric metric) {
        Optional<SweptJob> best = results.best(metric);
        if (best.isEmpty() || results.keys().isEmpty()) {
            return Optional.empty();
        }
        SweptKey along = along();
        return Knees.of(
                metric,
                along,
                results.jobs().stream()
                        .filter(job ->
                                results.keyNames().stream()
                                        .filter(key -> !key.equals(along.name()))
                                        .allMatch(key ->
                                                job.value(key).equals(best.get().value(key))))
                        .toList());
    }

    /// The last key that counts something, else the last.
    private SweptKey along() {
        return results.keys().reversed().stream()
                .filter(SweptKey::numeric)
                .findFirst()
                .orElse(results.keys().getLast());
    }

    private Chart heat(SweptMetric metric) {
        SweptKey across = along();
        SweptKey down =
                results.keys().stream()
                        .filter(key -> !key.equals(across))
                        .findFirst()
                        .orElseThrow();
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
                marked(metric).entrySet().stream()
                        .map(mark ->
                                spot(
                                        mark.getKey(),
                                        across,
                                        down,
                                        mark.getKey().metric(metric.name()).orElseThrow(),
                                        mark.getValue()))
                        .toList());
    }

    /// The best job and the knee, with the words to put beside them.
    private Map<SweptJob, String> marked(SweptMetric metric) {
        Map<SweptJob, String> marked = new LinkedHashMap<>();
        results.best(metric).ifPresent(job -> marked.put(job, "best"));
        knee(metric)
                .ifPresent(job -> marked.merge(job, "knee", (one, other) -> one + ", " + other));
        return marked;
    }

    private Chart.Heat.Spot spot(
            SweptJob job, SweptKey across, SweptKey down, double value, String name) {
        return new Chart.Heat.Spot(
                across.values().indexOf(job.value(across.name())),
                down.values().indexOf(job.value(down.name())),
                value,
                name.isEmpty() ? job.words(results.keyNames()) : name);
    }

    private Chart lines(SweptMetric metric) {
        SweptKey over = along();
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
                new Chart.Lines.Axis(SweepWords.title(metric), SweepTable.unit(metric.name())),
                over.values(),
                series.entrySet().stream()
                        .map(each -> new Chart.Lines.Line(each.getKey(), each.getValue()))
                        .toList(),
                marks(metric, over));
    }

    private List<Chart.Lines.Place> marks(SweptMetric metric, SweptKey over) {
        return marked(metric).entrySet().stream()
                .map(mark ->
                        new Chart.Lines.Place(
                                over.values().indexOf(mark.getKey().value(over.name())),
                                mark.getKey().metric(metric.name()).orElseThrow(),
                                mark.getValue()))
                .toList();
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
                        "Latency and throughput: " + SweepWords.latency(latency),
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
                new Chart.Lines.Axis("throughput", SweepTable.unit(THROUGHPUT)),
                new Chart.Lines.Axis(SweepWords.latency(latency), SweepTable.unit(latency)),
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

    private Chart.Lines.Line series(List<SweptJob> jobs, String latency, String percentile) {
        SweptKey load = results.keys().isEmpty() ? new SweptKey("", List.of()) : load();
        return new Chart.Lines.Line(
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
