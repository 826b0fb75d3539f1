package dev.llmprof.report.sweep;

import dev.llmprof.analysis.sweep.SweepResults;
import dev.llmprof.analysis.sweep.SweptJob;
import dev.llmprof.analysis.sweep.SweptKey;
import dev.llmprof.analysis.sweep.SweptMetric;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.FilledTable;
import dev.llmprof.report.table.ResultColumn;
import dev.llmprof.report.table.ResultTable;
import dev.llmprof.report.table.TableJson;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/// The table of a sweep: a row for each job, a column for each key that differs and each metric.
public final class SweepTable {
    public static final String SCHEMA = "llmprof.sweep/1";

    private SweepTable() {}

    public static FilledTable<SweptJob> filled(SweepResults results) {
        return new FilledTable<>(table(results), results.jobs());
    }

    private static ResultTable<SweptJob> table(SweepResults results) {
        List<ResultColumn<SweptJob>> columns = new ArrayList<>();
        columns.add(ResultColumn.text("job", "its directory", SweptJob::name));
        columns.add(ResultColumn.text("outcome", "how it ended", SweptJob::outcome));
        for (SweptKey key : results.keys()) {
            columns.add(ResultColumn.text(key.name(), "", job -> job.value(key.name())));
        }
        for (SweptMetric metric : results.metrics()) {
            columns.add(
                    ResultColumn.measured(
                            metric.name(),
                            unit(metric.name()),
                            "",
                            job -> job.metric(metric.name())));
        }
        return new ResultTable<>("sweep", "The jobs of a sweep, one row each.", columns);
    }

    /// The same for programs, with the best job of each metric.
    public static String json(SweepResults results) {
        var text = new StringWriter();
        try (JsonOut out = new JsonOut(text)) {
            out.object(() -> {
                out.put("schema", SCHEMA);
                out.put("sweep", results.name());
                out.texts("keys", results.keyNames());
                FilledTable<SweptJob> table = filled(results);
                TableJson.rows(out, "jobs", table.table(), table.rows());
                out.object(
                        "best",
                        () ->
                                results.metrics()
                                        .forEach(metric ->
                                                results.best(metric)
                                                        .ifPresent(job ->
                                                                out.put(
                                                                        metric.name(),
                                                                        job.name()))));
            });
        }
        return text + "\n";
    }

    /// As the metric's name says it.
    static Unit unit(String metric) {
        String last = metric.substring(metric.lastIndexOf('.') + 1);
        if (metric.contains("_ns")) {
            return Unit.NANOSECONDS;
        }
        if (last.endsWith("tokens_per_second")) {
            return Unit.TOKENS_PER_SECOND;
        }
        if (last.equals("mfu") || last.equals("mbu") || last.endsWith("_share")) {
            return Unit.FRACTION;
        }
        return last.endsWith("bytes") ? Unit.BYTES : Unit.PLAIN;
    }
}
