package dev.llmprof.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.analysis.OperatorJoin;
import dev.llmprof.analysis.PhaseOperator;
import dev.llmprof.analysis.Prediction;
import java.util.Locale;

/// The prediction's part of `metrics.json`, with the model's operators beside those that ran.
final class PredictionJson {
    private static final int UNEXPLAINED = 20;

    private PredictionJson() {}

    static void write(ObjectNode node, Prediction prediction) {
        node.put("model", prediction.model());
        node.put("hardware", prediction.hardware());
        node.put("convention", prediction.convention());
        node.put("peak", prediction.peakName());
        node.put("peak_flops_per_second", prediction.peakFlopsPerSecond());
        node.put("bandwidth_bytes_per_second", prediction.bytesPerSecond());
        ObjectNode peaks = node.putObject("peaks_flops_per_second");
        prediction.peaks().forEach(peaks::put);
        node.put("requests", prediction.requests());
        ArrayNode parts = node.putArray("parts");
        prediction.parts().forEach(part -> part(parts.addObject(), part));
        ArrayNode joins = node.putArray("model_operators");
        prediction.joins().forEach(join -> join(joins.addObject(), join));
    }

    private static void part(ObjectNode row, Prediction.Part part) {
        row.put("phase", part.phase());
        row.put("operators", part.operators());
        row.put("flops", part.flops());
        row.put("bytes", part.bytes());
        row.put("bound", part.bound().name().toLowerCase(Locale.ROOT));
        row.put("bound_ns", part.boundNanos());
        part.measuredNanos()
                .ifPresent(measured -> {
                    row.put("measured_ns", measured);
                    row.put("excess_ns", part.excessNanos());
                    row.put("below_bound", part.impossible());
                });
    }

    private static void join(ObjectNode node, OperatorJoin join) {
        node.put("phase", join.phase());
        node.put("requests", join.requests());
        node.put("time_of", join.onGpu() ? "gpu" : "host");
        node.put("measured_ns", join.measuredNanos());
        node.put("explained_share", join.coverage());
        node.put("rest_ns", join.restNanos());
        ArrayNode rows = node.putArray("rows");
        for (OperatorJoin.Row each : join.rows()) {
            ObjectNode row = rows.addObject();
            each.names().forEach(row.putArray("model_operators")::add);
            row.put("class", each.kind().label());
            row.put("match", each.match().name().toLowerCase(Locale.ROOT));
            ArrayNode ran = row.putArray("framework_operators");
            each.ran().stream().map(PhaseOperator::name).distinct().forEach(ran::add);
            row.put("flops", each.flops());
            row.put("bytes", each.bytes());
            row.put("bound_ns", each.boundNanos());
            row.put("measured_ns", each.measuredNanos());
        }
        ArrayNode rest = node.putArray("largest_unexplained");
        for (PhaseOperator each : join.rest().stream().limit(UNEXPLAINED).toList()) {
            ObjectNode row = rest.addObject();
            row.put("operator", each.name());
            row.put("input_shapes", each.shapes());
            row.put("module", each.module());
            row.put("calls", each.calls());
            row.put("measured_ns", join.onGpu() ? each.deviceNanos() : each.hostNanos());
        }
    }
}
