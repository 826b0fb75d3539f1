package dev.llmprof.compare.metric;

import dev.llmprof.compare.statistic.RunNoise;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A metric in all runs of a side, and the noise on record for it.
public record MetricRuns(MetricKind kind, List<RunValue> runs, Optional<RunNoise> noise) {
    public MetricRuns {
        runs = List.copyOf(runs);
    }

    double[] values() {
        return runs.stream().mapToDouble(RunValue::value).toArray();
    }

    /// How much the runs differ among themselves; empty for one.
    public Optional<RunNoise> ownNoise() {
        return runs.size() < 2 ? Optional.empty() : Optional.of(RunNoise.of(values()));
    }

    /// The same counted in another's unit of time; as it is where one of both is none.
    public MetricRuns in(MetricKind other) {
        if (kind.nanos().isEmpty() || other.nanos().isEmpty()) {
            return this;
        }
        double factor = kind.nanos().getAsDouble() / other.nanos().getAsDouble();
        return new MetricRuns(
                new MetricKind(kind.name(), other.unit(), kind.better()),
                runs.stream().map(run -> run.times(factor)).toList(),
                noise);
    }

    MetricRuns without(RunValue run) {
        return new MetricRuns(
                kind, runs.stream().filter(each -> !each.equals(run)).toList(), noise);
    }

    /// In the order in which the runs began; empty unless all say when.
    double[] inTime() {
        if (runs.stream().anyMatch(run -> run.started().isEmpty())) {
            return new double[0];
        }
        return runs.stream()
                .sorted(Comparator.comparing(run -> run.started().orElseThrow()))
                .mapToDouble(RunValue::value)
                .toArray();
    }
}
