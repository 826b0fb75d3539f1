package dev.llmprof.report.metrics;

import dev.llmprof.analysis.serving.Latency;
import dev.llmprof.analysis.serving.LoadRates;
import dev.llmprof.analysis.serving.RequestMetrics;
import dev.llmprof.analysis.serving.ServingFindings;
import dev.llmprof.report.format.JsonOut;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A server's load in `metrics.json`: the one that is reported, and those of other stages beside
/// it.
final class RequestsJson {
    private RequestsJson() {}

    /// The fields of the object that `out` is in.
    static void write(JsonOut out, ServingFindings found) {
        load(out, found.loads().getFirst());
        out.rows("other_loads", found.loads().subList(1, found.loads().size()), o -> load(out, o));
    }

    private static void load(JsonOut out, ServingFindings.OfStage of) {
        RequestMetrics metrics = of.metrics();
        out.put("stage", of.stage());
        out.put("engine", metrics.load().facts().engine());
        out.put("model", metrics.load().facts().model());
        out.put("load", metrics.load().facts().load());
        out.put("count", metrics.count());
        out.put("errors", metrics.errors());
        out.rows(
                "failures",
                List.copyOf(metrics.failures().entrySet()),
                (Map.Entry<String, Long> each) -> {
                    out.put("reason", each.getKey());
                    out.put("count", each.getValue());
                });
        latency(out, "ttft_ns", metrics.firstToken());
        latency(out, "token_gap_ns", metrics.tokenGap());
        latency(out, "tpot_ns", metrics.perToken());
        latency(out, "e2e_ns", metrics.endToEnd());
        rates(out, metrics.rates());
        metrics.steady()
                .ifPresent(steady ->
                        out.object(
                                "steady",
                                () -> {
                                    out.put("start_ns", steady.startNanos());
                                    out.put("end_ns", steady.endNanos());
                                    out.put("requests", steady.answered());
                                    rates(out, steady);
                                }));
        out.put("tokens_counted_by_server", metrics.countedByServer());
        out.put("latest_send_ns", metrics.latestSendNanos());
        metrics.load().cutShort().ifPresent(why -> out.put("cut_short", why));
    }

    private static void rates(JsonOut out, LoadRates rates) {
        out.put("output_tokens_per_second", rates.outputTokensPerSecond());
        out.put("requests_per_second", rates.requestsPerSecond());
        out.put("goodput_requests_per_second", rates.goodRequestsPerSecond());
    }

    private static void latency(JsonOut out, String key, Optional<Latency> latency) {
        latency.ifPresent(each ->
                out.object(
                        key,
                        () -> {
                            out.put("mean", each.mean());
                            out.put("p50", each.p50());
                            out.put("p90", each.p90());
                            out.put("p95", each.p95());
                            out.put("p99", each.p99());
                        }));
    }
}
