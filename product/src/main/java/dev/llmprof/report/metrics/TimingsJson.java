package dev.llmprof.report.metrics;

import dev.llmprof.analysis.breakdown.Spread;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.report.format.JsonOut;

/// The workload's own clock in `metrics.json`: medians of warm requests of one source, the request
/// that stands for them, and the cold one apart.
final class TimingsJson {
    private TimingsJson() {}

    /// The fields of the object that `out` is in.
    static void write(JsonOut out, Timings timings) {
        basis(out, timings.basis());
        out.put("new_tokens", timings.newTokens());
        spread(out, "time_to_first_token", timings.firstToken());
        timings.perOutputToken().ifPresent(each -> spread(out, "time_per_output_token", each));
        timings.tokensPerSecond().ifPresent(rate -> out.put("tokens_per_second", rate));
        timings.typical()
                .ifPresent(typical ->
                        out.object(
                                "typical",
                                () -> {
                                    basis(out, typical.basis());
                                    request(out, typical.median());
                                }));
        timings.cold().ifPresent(cold -> out.object("cold", () -> request(out, cold)));
    }

    private static void basis(JsonOut out, TimeBasis basis) {
        out.put("source", basis.source());
        out.put("statistic", basis.statistic());
        out.put("requests", basis.count());
    }

    private static void spread(JsonOut out, String name, Spread spread) {
        out.put(name + "_ns", spread.medianNanos());
        out.put(name + "_p95_ns", spread.p95Nanos());
    }

    private static void request(JsonOut out, Timings.Request request) {
        out.put("sequences", request.sequences());
        out.put("prompt_tokens", request.promptTokens());
        out.put("new_tokens", request.newTokens());
        out.put("prefill_ns", request.prefillNanos());
        out.put("decode_ns", request.decodeNanos());
    }
}
