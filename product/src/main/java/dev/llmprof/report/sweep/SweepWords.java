package dev.llmprof.report.sweep;

import dev.llmprof.analysis.sweep.SweptMetric;
import java.util.Map;

/// What a metric of a sweep is called on a page and in a terminal; tables keep its key.
final class SweepWords {
    private static final Map<String, String> TITLES =
            Map.ofEntries(
                    Map.entry("requests.output_tokens_per_second", "throughput"),
                    Map.entry("requests.ttft_ns.p50", "TTFT p50"),
                    Map.entry("requests.ttft_ns.p99", "TTFT p99"),
                    Map.entry("requests.tpot_ns.p50", "TPOT p50"),
                    Map.entry("requests.requests_per_second", "requests per second"),
                    Map.entry("requests.e2e_ns.p50", "end to end p50"),
                    Map.entry("requests.goodput_requests_per_second", "goodput per second"),
                    Map.entry("timings.tokens_per_second", "throughput"),
                    Map.entry("timings.time_to_first_token_ns", "TTFT"),
                    Map.entry("timings.time_per_output_token_ns", "TPOT"),
                    Map.entry("decode.mbu", "decode MBU"),
                    Map.entry("prefill.mfu", "prefill MFU"),
                    Map.entry("capture.time_per_output_token_ns", "TPOT in the trace"),
                    Map.entry("capture.time_to_first_token_ns", "TTFT in the trace"),
                    Map.entry("capture.gpu.gpu_busy_ns", "GPU busy"),
                    Map.entry("capture.host_span_ns", "host time"));

    private SweepWords() {}

    static String title(SweptMetric metric) {
        return TITLES.getOrDefault(
                metric.name(),
                metric.name().replace("_ns", "").replace('_', ' ').replace('.', ' '));
    }

    /// Of a latency whose percentiles are metrics.
    static String latency(String name) {
        return title(SweptMetric.of(name + ".p50")).replaceFirst(" p50$", "");
    }
}
