package dev.llmprof.analysis.workload;

import dev.llmprof.analysis.workload.Timings.Request;
import dev.llmprof.trace.WorkloadResults;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;

/// Means and deviations of the requests that count, in the reference's units and names.
public record StageAggregates(
        TimeBasis basis,
        Statistic prefillMillis,
        Statistic decodeMillis,
        Statistic tokens,
        Statistic tokensPerSecond,
        SequencedMap<String, Statistic> stageMillis) {

    public StageAggregates {
        stageMillis = new LinkedHashMap<>(stageMillis);
    }

    /// The deviation is the population's: nought for one item.
    public record Statistic(double mean, double deviation) {}

    public static StageAggregates of(WorkloadResults results) {
        Timings timings = WorkloadTimings.of(results);
        List<Request> items = timings.counted();
        SequencedMap<String, Statistic> stages = new LinkedHashMap<>();
        put(stages, "prefill", items, item -> item.prefillNanos() / 1e6);
        put(stages, "decode", items, item -> item.decodeNanos() / 1e6);
        put(stages, "vision", items, item -> item.visionNanos() / 1e6);
        for (String stage : List.of("sam", "clip", "projector")) {
            put(stages, stage, items, item -> item.ofPhase(stage).orElse(0) / 1e6);
        }
        return new StageAggregates(
                timings.basis().asMean(),
                statistic(items, item -> item.prefillNanos() / 1e6),
                statistic(items, item -> item.decodeNanos() / 1e6),
                statistic(items, Request::newTokens),
                statistic(items, Request::tokensPerSecond),
                stages);
    }

    /// Only stages that took time.
    private static void put(
            SequencedMap<String, Statistic> stages,
            String name,
            List<Request> items,
            ToDoubleFunction<Request> value) {
        Statistic statistic = statistic(items, value);
        if (statistic.mean() > 0) {
            stages.put(name, statistic);
        }
    }

    private static Statistic statistic(List<Request> items, ToDoubleFunction<Request> value) {
        double mean = items.stream().mapToDouble(value).average().orElse(0);
        double variance =
                items.stream()
                        .mapToDouble(value)
                        .map(each -> (each - mean) * (each - mean))
                        .average()
                        .orElse(0);
        return new Statistic(mean, Math.sqrt(variance));
    }
}
