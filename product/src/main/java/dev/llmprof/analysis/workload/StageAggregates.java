package dev.llmprof.analysis.workload;

import dev.llmprof.trace.WorkloadResults;
import dev.llmprof.trace.WorkloadResults.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;

/// Means and deviations of a workload's items, in the reference's units and names.
public record StageAggregates(
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
        List<Item> items = results.items();
        SequencedMap<String, Statistic> stages = new LinkedHashMap<>();
        put(stages, "prefill", items, item -> item.prefillNanos() / 1e6);
        put(stages, "decode", items, item -> item.decodeNanos() / 1e6);
        put(stages, "vision", items, item -> item.visionNanos() / 1e6);
        put(stages, "sam", items, item -> item.samNanos() / 1e6);
        put(stages, "clip", items, item -> item.clipNanos() / 1e6);
        put(stages, "projector", items, item -> item.projectorNanos() / 1e6);
        return new StageAggregates(
                statistic(items, item -> item.prefillNanos() / 1e6),
                statistic(items, item -> item.decodeNanos() / 1e6),
                statistic(items, Item::newTokens),
                statistic(items, Item::tokensPerSecond),
                stages);
    }

    /// Only stages that took time.
    private static void put(
            SequencedMap<String, Statistic> stages,
            String name,
            List<Item> items,
            ToDoubleFunction<Item> value) {
        Statistic statistic = statistic(items, value);
        if (statistic.mean() > 0) {
            stages.put(name, statistic);
        }
    }

    private static Statistic statistic(List<Item> items, ToDoubleFunction<Item> value) {
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
