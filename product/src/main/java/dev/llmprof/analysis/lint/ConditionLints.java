package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.conditions.HostLoad;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.trace.conditions.GpuSample;
import dev.llmprof.trace.conditions.GpuSample.ClockReason;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What the machine did that makes a run's times another machine's.
final class ConditionLints {
    private static final double BUSY = .1;
    private static final double SHORTEST_SECONDS = 1;
    private static final double OFTEN = .05;
    private static final double NEAR = .9;
    private static final double LOADED = .1;
    private static final int FEWEST = 5;

    private ConditionLints() {}

    static List<LintFinding> of(RunConditions conditions) {
        var evidence = new Evidence("");
        HostLoad load = HostLoad.of(conditions);
        double others = load.otherShare() + load.stolenShare();
        evidence.add(
                load.seconds() >= SHORTEST_SECONDS && others >= BUSY,
                LintRule.BUSY_HOST,
                "%s",
                host(load, others));
        for (int gpu : conditions.gpuIndices()) {
            List<GpuSample> loaded =
                    conditions.gpu(gpu).stream()
                            .filter(each -> !conditions.stageAt(each.unixNanos()).isEmpty())
                            .filter(ConditionLints::isLoaded)
                            .toList();
            if (loaded.size() >= FEWEST) {
                throttled(evidence, gpu, loaded);
                capped(evidence, gpu, loaded);
            }
        }
        evidence.add(
                !conditions.strangers().isEmpty(),
                LintRule.SHARED_GPU,
                "before the first stage or after the last: %s",
                String.join(", ", conditions.strangers()));
        return evidence.found();
    }

    private static String host(HostLoad load, double others) {
        String stranger =
                load.stranger().isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                ", most of all %s with %.0f %%",
                                load.stranger(),
                                100 * load.strangerShare());
        String stolen =
                load.stolenShare() < .01
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "; %.0f %% went to other virtual machines",
                                100 * load.stolenShare());
        String stalled =
                load.stalledShare().isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "; tasks waited for a CPU %.0f %% of the time",
                                100 * load.stalledShare().getAsDouble());
        return String.format(Locale.ROOT, "other processes took %.0f %% of the CPU", 100 * others)
                + stranger
                + stolen
                + stalled;
    }

    private static boolean isLoaded(GpuSample sample) {
        return sample.used().isPresent()
                ? sample.used().getAsDouble() >= LOADED
                : !sample.clockReasons().contains(ClockReason.IDLE);
    }

    private static void throttled(Evidence evidence, int gpu, List<GpuSample> loaded) {
        long slow = loaded.stream().filter(GpuSample::throttled).count();
        OptionalDouble hottest =
                loaded.stream()
                        .map(GpuSample::celsius)
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .max();
        evidence.add(
                slow >= OFTEN * loaded.size() && slow > 0,
                LintRule.THROTTLED,
                "gpu %d: in %.0f %% of %,d samples under load: %s%s",
                gpu,
                100.0 * slow / loaded.size(),
                loaded.size(),
                reasons(loaded.stream().filter(GpuSample::throttled).toList(), true),
                hottest.isPresent()
                        ? String.format(Locale.ROOT, "; at most %.0f °C", hottest.getAsDouble())
                        : "");
    }

    private static void capped(Evidence evidence, int gpu, List<GpuSample> loaded) {
        OptionalDouble seen = median(loaded.stream().map(GpuSample::smHertz).toList());
        OptionalDouble most = median(loaded.stream().map(GpuSample::mostSmHertz).toList());
        if (seen.isEmpty() || most.isEmpty()) {
            return;
        }
        String why = reasons(loaded, false);
        evidence.add(
                seen.getAsDouble() < NEAR * most.getAsDouble(),
                LintRule.CAPPED_CLOCK,
                "gpu %d: %,.0f MHz of %,.0f MHz, median of %,d samples under load%s",
                gpu,
                seen.getAsDouble() / 1e6,
                most.getAsDouble() / 1e6,
                loaded.size(),
                why.isEmpty() ? "" : "; " + why);
    }

    /// The most frequent first.
    private static String reasons(List<GpuSample> samples, boolean throttling) {
        Map<ClockReason, Integer> counts = new TreeMap<>();
        for (GpuSample sample : samples) {
            sample.clockReasons().stream()
                    .filter(reason -> reason.throttles() == throttling)
                    .filter(reason -> reason != ClockReason.IDLE)
                    .forEach(reason -> counts.merge(reason, 1, Integer::sum));
        }
        return counts.entrySet().stream()
                .sorted(Map.Entry.<ClockReason, Integer>comparingByValue().reversed())
                .map(each ->
                        String.format(
                                Locale.ROOT,
                                "%s %.0f %%",
                                each.getKey().words(),
                                100.0 * each.getValue() / samples.size()))
                .collect(Collectors.joining(", "));
    }

    private static OptionalDouble median(List<OptionalDouble> values) {
        double[] known =
                values.stream()
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .toArray();
        Arrays.sort(known);
        return known.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(known[known.length / 2]);
    }
}
