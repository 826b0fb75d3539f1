package dev.llmprof.report.compare;

import dev.llmprof.compare.fact.SideFacts;
import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.metric.RunValue;
import dev.llmprof.compare.statistic.RunNoise;
import dev.llmprof.compare.statistic.Samples;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.format.Terminal;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The metrics of one side by themselves: runs, median, noise.
public final class BaselineTables {

    private BaselineTables() {}

    public static String text(List<MetricRuns> metrics, Map<String, RunNoise> noise, int columns) {
        var grid =
                new Block.Grid(
                        "",
                        List.of(
                                Column.words("metric"),
                                Column.number("runs"),
                                Column.number("median"),
                                Column.number("noise")),
                        metrics.stream().map(each -> row(each, noise(each, noise))).toList());
        return Terminal.text(List.of(grid), columns) + "\n";
    }

    /// Nothing where the side says nothing of itself.
    public static String text(SideFacts facts, int columns) {
        var grid =
                new Block.Grid(
                        "",
                        List.of(Column.words("fact"), Column.words("of these runs")),
                        facts.values().entrySet().stream()
                                .map(fact ->
                                        List.<Cell>of(
                                                Cell.text(fact.getKey().word()),
                                                Cell.text(fact.getValue())))
                                .toList());
        return facts.values().isEmpty() ? "" : "\n" + Terminal.text(List.of(grid), columns) + "\n";
    }

    private static List<Cell> row(MetricRuns runs, Optional<RunNoise> noise) {
        return List.of(
                Cell.text(runs.kind().name()),
                Cell.count(runs.runs().size()),
                Cell.text(CompareNumbers.value(median(runs), runs.kind())),
                noise.map(each -> Cell.text(percent(each)))
                        .orElseGet(() -> Cell.absent("llmprof noise records it")));
    }

    private static String percent(RunNoise noise) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * noise.deviation());
    }

    private static Optional<RunNoise> noise(MetricRuns runs, Map<String, RunNoise> noise) {
        return Optional.ofNullable(noise.get(runs.kind().name()));
    }

    public static String json(
            List<MetricRuns> metrics, Map<String, RunNoise> noise, SideFacts facts) {
        var text = new StringWriter();
        try (var out = new JsonOut(text)) {
            out.object(() -> {
                out.rows("metrics", metrics, runs -> write(out, runs, noise(runs, noise)));
                out.object(
                        "facts",
                        () -> facts.values().forEach((kind, value) -> out.put(kind.word(), value)));
            });
        }
        return text + "\n";
    }

    public static String namesJson(List<String> names) {
        var text = new StringWriter();
        try (var out = new JsonOut(text)) {
            out.object(() -> out.texts("baselines", names));
        }
        return text + "\n";
    }

    private static void write(JsonOut out, MetricRuns runs, Optional<RunNoise> noise) {
        out.put("name", runs.kind().name());
        out.put("unit", runs.kind().unit());
        out.put("better", runs.kind().better().word());
        out.put("runs", runs.runs().size());
        out.put("median", median(runs));
        out.rows("values", runs.runs(), run -> CompareJson.run(out, run));
        noise.ifPresent(each -> {
            out.put("noise", each.deviation());
            out.put("noise_degrees_of_freedom", each.degrees());
        });
    }

    private static double median(MetricRuns runs) {
        return Samples.median(runs.runs().stream().mapToDouble(RunValue::value).toArray());
    }
}
