package dev.llmprof.report.metrics;

import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.analysis.prediction.OperatorJoin;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.PredictionTables;
import dev.llmprof.report.table.StepBoundTables;
import dev.llmprof.report.table.TableJson;
import java.util.Locale;

/// The prediction's part of `metrics.json`, with the model's operators beside those that ran.
final class PredictionJson {
    private static final int UNEXPLAINED = 20;

    private PredictionJson() {}

    /// The fields of the object that `out` is in.
    static void write(JsonOut out, Prediction prediction) {
        out.put("model", prediction.model());
        out.put("hardware", prediction.hardware());
        out.put("convention", prediction.convention());
        out.put("peak", prediction.peakName());
        out.put("peak_flops_per_second", prediction.peakFlopsPerSecond());
        out.put("bandwidth_bytes_per_second", prediction.bytesPerSecond());
        out.object("peaks_flops_per_second", () -> prediction.peaks().forEach(out::put));
        out.put("requests", prediction.requests());
        TableJson.rows(out, "parts", PredictionTables.PARTS, prediction.parts());
        out.rows("model_operators", prediction.joins(), join -> join(out, prediction, join));
        prediction.steps().ifPresent(steps -> StepBoundTables.json(out, steps));
    }

    private static void join(JsonOut out, Prediction prediction, OperatorJoin join) {
        out.put("phase", join.phase());
        out.put("requests", join.requests());
        out.put("time_of", join.onGpu() ? "gpu" : "host");
        prediction
                .traced(join)
                .ifPresent(time -> {
                    out.put("time_source", time.source());
                    out.put("statistic", "sum over the requests");
                });
        out.put("measured_ns", join.measuredNanos());
        out.put("explained_share", join.coverage());
        out.put("rest_ns", join.restNanos());
        out.rows("rows", join.rows(), row -> row(out, row));
        out.rows(
                "largest_unexplained",
                join.rest().stream().limit(UNEXPLAINED).toList(),
                each -> unexplained(out, join, each));
    }

    /// Sums over all requests of the trace, so that rows and rest add up.
    private static void row(JsonOut out, OperatorJoin.Row row) {
        out.texts("model_operators", row.names());
        out.put("class", row.kind().label());
        out.put("match", row.match().name().toLowerCase(Locale.ROOT));
        out.texts(
                "framework_operators",
                row.ran().stream().map(PhaseOperator::name).distinct().toList());
        out.put("flops", row.flops());
        out.put("bytes", row.bytes());
        out.put("bound_ns", row.boundNanos());
        out.put("measured_ns", row.measuredNanos());
    }

    private static void unexplained(JsonOut out, OperatorJoin join, PhaseOperator each) {
        out.put("operator", each.name());
        out.put("input_shapes", each.shapes());
        out.put("module", each.module());
        out.put("calls", each.calls());
        out.put("measured_ns", join.onGpu() ? each.deviceNanos() : each.hostNanos());
    }
}
