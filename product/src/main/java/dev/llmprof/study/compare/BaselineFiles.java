package dev.llmprof.study.compare;

import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.metric.RunValue;
import dev.llmprof.compare.statistic.RunNoise;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.format.Csv;
import dev.llmprof.trace.csv.CsvNumber;
import dev.llmprof.trace.csv.CsvRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// The tables of a baseline. Runs have numbers and no paths: what is committed says nothing of a
/// machine.
final class BaselineFiles {

    private BaselineFiles() {}

    static String metrics(List<MetricRuns> metrics) {
        List<List<Cell>> rows = new ArrayList<>();
        for (MetricRuns runs : metrics) {
            for (int i = 0; i < runs.runs().size(); i++) {
                RunValue run = runs.runs().get(i);
                rows.add(
                        List.of(
                                Cell.text(runs.kind().name()),
                                Cell.text(runs.kind().unit()),
                                Cell.text(runs.kind().better().word()),
                                Cell.text(String.valueOf(i + 1)),
                                Cell.number(run.value(), Unit.PLAIN),
                                Cell.text(run.started().map(Object::toString).orElse("")),
                                Cell.count(run.steps()),
                                Cell.count(run.dropped())));
            }
        }
        return table(
                List.of("metric", "unit", "better", "run", "value", "started", "steps", "dropped"),
                rows);
    }

    static String noise(Map<String, RunNoise> noise) {
        List<List<Cell>> rows = new ArrayList<>();
        new TreeMap<>(noise)
                .forEach((metric, each) ->
                        rows.add(
                                List.of(
                                        Cell.text(metric),
                                        Cell.number(each.deviation(), Unit.PLAIN),
                                        Cell.number(each.degrees(), Unit.PLAIN))));
        return table(List.of("metric", "deviation", "degrees"), rows);
    }

    static Map<String, RunNoise> noise(Path file) throws IOException {
        Map<String, RunNoise> noise = new TreeMap<>();
        try (CsvRows rows = CsvRows.open(file)) {
            rows.next();
            for (var row = rows.next(); row.isPresent(); row = rows.next()) {
                List<String> fields = row.get();
                OptionalDouble deviation = number(fields, 1);
                OptionalDouble degrees = number(fields, 2);
                if (deviation.orElse(-1) < 0 || !(degrees.orElse(0) > 0)) {
                    throw new Problem(
                                    "no noise: a deviation and its degrees of freedom",
                                    file + ":" + rows.line(),
                                    "llmprof noise --repeat 6 … records it again")
                            .found();
                }
                noise.put(
                        fields.getFirst(),
                        new RunNoise(deviation.getAsDouble(), degrees.getAsDouble()));
            }
        }
        return noise;
    }

    private static OptionalDouble number(List<String> fields, int at) {
        return at < fields.size() ? CsvNumber.parse(fields.get(at)) : OptionalDouble.empty();
    }

    private static String table(List<String> names, List<List<Cell>> rows) {
        return Csv.text(new Block.Grid("", names.stream().map(Column::words).toList(), rows));
    }
}
