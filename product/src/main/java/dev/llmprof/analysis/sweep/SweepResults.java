package dev.llmprof.analysis.sweep;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A sweep: the keys that differ between its jobs, the jobs, and every metric that any of them has.
/// `shown` are those that pages draw, the most telling first.
public record SweepResults(
        String name,
        List<SweptKey> keys,
        List<SweptJob> jobs,
        List<SweptMetric> metrics,
        List<SweptMetric> shown) {
    private static final int SHOWN = 6;

    /// What a page is about where nobody names a metric.
    private static final List<String> TELLING =
            List.of(
                    "requests.output_tokens_per_second",
                    "requests.ttft_ns.p50",
                    "requests.tpot_ns.p50",
                    "requests.ttft_ns.p99",
                    "requests.requests_per_second",
                    "requests.e2e_ns.p50",
                    "requests.goodput_requests_per_second",
                    "timings.tokens_per_second",
                    "timings.time_to_first_token_ns",
                    "timings.time_per_output_token_ns",
                    "decode.mbu",
                    "prefill.mfu",
                    "capture.time_per_output_token_ns",
                    "capture.time_to_first_token_ns",
                    "capture.gpu.gpu_busy_ns",
                    "capture.host_span_ns");

    public SweepResults {
        keys = List.copyOf(keys);
        jobs = List.copyOf(jobs);
        metrics = List.copyOf(metrics);
        shown = List.copyOf(shown);
    }

    /// `wanted` names the metrics to draw; the telling ones where it is empty.
    public static SweepResults of(String name, List<SweptJob> jobs, List<String> wanted) {
        Set<String> all = new TreeSet<>();
        jobs.forEach(job -> all.addAll(job.metrics().keySet()));
        List<SweptMetric> shown =
                (wanted.isEmpty() ? telling(all, jobs) : wanted.stream())
                        .map(SweptMetric::of)
                        .toList();
        return new SweepResults(
                name, keys(jobs), jobs, all.stream().map(SweptMetric::of).toList(), shown);
    }

    /// Those that are there, and not the same in all jobs.
    private static Stream<String> telling(Set<String> all, List<SweptJob> jobs) {
        List<String> known =
                TELLING.stream()
                        .filter(all::contains)
                        .filter(metric -> !timedTwice(metric, all))
                        .toList();
        List<String> different =
                known.stream()
                        .filter(metric ->
                                jobs.stream()
                                                .flatMap(job -> job.metric(metric).stream())
                                                .distinct()
                                                .count()
                                        > 1)
                        .toList();
        return (different.isEmpty() ? known : different).stream().limit(SHOWN);
    }

    /// What the workload timed itself is not shown once more as the profiler saw it.
    private static boolean timedTwice(String metric, Set<String> all) {
        return metric.startsWith("capture.")
                && all.contains("timings." + metric.substring("capture.".length()));
    }

    private static List<SweptKey> keys(List<SweptJob> jobs) {
        var names = new LinkedHashSet<String>();
        jobs.forEach(job -> names.addAll(job.values().sequencedKeySet()));
        List<SweptKey> keys = new ArrayList<>();
        for (String name : names) {
            SweptKey key = SweptKey.of(name, jobs.stream().map(job -> job.value(name)).toList());
            if (key.values().size() > 1) {
                keys.add(key);
            }
        }
        return keys;
    }

    public List<String> keyNames() {
        return keys.stream().map(SweptKey::name).toList();
    }

    public List<SweptJob> failed() {
        return jobs.stream().filter(job -> !job.usable()).toList();
    }

    /// The job with the best value; the first of equals.
    public Optional<SweptJob> best(SweptMetric metric) {
        Optional<SweptJob> best = Optional.empty();
        for (SweptJob job : jobs) {
            Optional<Double> value = job.metric(metric.name());
            if (metric.wanted() != SweptMetric.Wanted.NEITHER
                    && value.isPresent()
                    && (best.isEmpty()
                            || metric.better(
                                    value.get(), best.get().metric(metric.name()).orElseThrow()))) {
                best = Optional.of(job);
            }
        }
        return best;
    }
}
