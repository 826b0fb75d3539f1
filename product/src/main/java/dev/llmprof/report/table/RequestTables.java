package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.fractionalNanos;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.text;
import static dev.llmprof.report.table.ResultColumn.truth;

import dev.llmprof.analysis.serving.Latency;
import dev.llmprof.analysis.serving.RequestMetrics;
import dev.llmprof.analysis.serving.ServingFindings;
import dev.llmprof.report.block.Unit;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.ServedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// The requests of a server's loads, as their client saw them.
public final class RequestTables {
    private RequestTables() {}

    /// A request and the stage that made it.
    public record Row(String stage, ServedRequest request) {
        private Optional<Double> answered(Function<ServedRequest, Long> value) {
            return request.answered()
                    ? Optional.of((double) value.apply(request))
                    : Optional.empty();
        }
    }

    /// One latency of one stage's load.
    public record LatencyRow(String stage, String name, Latency latency) {}

    public static final ResultTable<Row> REQUESTS =
            ResultTable.of(
                    "requests",
                    "Requests to a server as their client saw them, without those that warmed it up."
                            + " Times count from the begin of the load.",
                    text("stage", "that made the load", Row::stage),
                    count("number", "", row -> row.request().number()),
                    nanos(
                            "due_ns",
                            "in a closed loop when it was sent",
                            r -> r.request().dueNanos()),
                    nanos("sent_ns", "", row -> row.request().sentNanos()),
                    measured(
                            "ttft_ns",
                            Unit.NANOSECONDS,
                            "time to first token, from when it was due",
                            row -> row.answered(ServedRequest::firstTokenNanos)),
                    measured(
                            "tpot_ns",
                            Unit.NANOSECONDS,
                            "time per output token: (end - first) / (tokens - 1)",
                            row ->
                                    row.request().answered()
                                            ? number(row.request().perTokenNanos())
                                            : Optional.empty()),
                    measured(
                            "e2e_ns",
                            Unit.NANOSECONDS,
                            "from when it was due to the last part of its answer",
                            row -> row.answered(ServedRequest::endToEndNanos)),
                    measured(
                            "longest_gap_ns",
                            Unit.NANOSECONDS,
                            "between two pieces of text",
                            row -> row.answered(ServedRequest::longestGapNanos)),
                    nanos("end_ns", "", row -> row.request().endNanos()),
                    measured(
                            "counted_prompt_tokens",
                            Unit.COUNT,
                            "by the server",
                            row -> number(row.request().promptTokens())),
                    count("new_tokens", "", row -> row.request().newTokens()),
                    truth(
                            "counted_by_server",
                            "else the pieces of text were counted",
                            row -> row.request().countedByServer()),
                    text("failure", "empty for one that was answered", row -> kind(row.request())),
                    text("reason", "in words", row -> reason(row.request())));

    public static final ResultTable<LatencyRow> LATENCIES =
            ResultTable.of(
                    "request_latencies",
                    "How the latencies of a load spread, over the requests that were answered.",
                    text("stage", "that made the load", LatencyRow::stage),
                    text("name", "", LatencyRow::name),
                    count("count", "values", row -> row.latency().count()),
                    fractionalNanos("mean_ns", "", row -> row.latency().mean()),
                    nanos("p50_ns", "", row -> Math.round(row.latency().p50())),
                    nanos("p90_ns", "", row -> Math.round(row.latency().p90())),
                    nanos("p95_ns", "", row -> Math.round(row.latency().p95())),
                    nanos("p99_ns", "", row -> Math.round(row.latency().p99())));

    private static Optional<Double> number(OptionalLong value) {
        return value.isPresent() ? Optional.of((double) value.getAsLong()) : Optional.empty();
    }

    private static String kind(ServedRequest request) {
        return request.failure().map(each -> each.kind().word()).orElse("");
    }

    private static String reason(ServedRequest request) {
        return request.failure().map(RequestFailure::text).orElse("");
    }

    static List<FilledTable<?>> of(Optional<ServingFindings> serving) {
        List<Row> rows = new ArrayList<>();
        serving.ifPresent(found ->
                found.loads()
                        .forEach(of ->
                                of.metrics()
                                        .load()
                                        .requests()
                                        .forEach(each -> rows.add(new Row(of.stage(), each)))));
        return List.of(
                REQUESTS.filled(rows),
                LATENCIES.filled(serving.map(RequestTables::latencies).orElse(List.of())));
    }

    public static List<LatencyRow> latencies(ServingFindings found) {
        List<LatencyRow> rows = new ArrayList<>();
        for (ServingFindings.OfStage each : found.loads()) {
            RequestMetrics metrics = each.metrics();
            add(rows, each.stage(), "time to first token", metrics.firstToken());
            add(rows, each.stage(), "gap between tokens", metrics.tokenGap());
            add(rows, each.stage(), "time per output token", metrics.perToken());
            add(rows, each.stage(), "end to end", metrics.endToEnd());
        }
        return rows;
    }

    private static void add(
            List<LatencyRow> rows, String stage, String name, Optional<Latency> latency) {
        latency.ifPresent(each -> rows.add(new LatencyRow(stage, name, each)));
    }
}
