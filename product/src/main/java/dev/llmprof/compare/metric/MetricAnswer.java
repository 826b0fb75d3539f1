package dev.llmprof.compare.metric;

import dev.llmprof.compare.statistic.Estimate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The answer about one metric. No estimate where nothing can be said.
///
/// @param holm its p among those of all gating metrics; 1 without an estimate
/// @param runsNeeded how many runs per side would decide, where it is inconclusive
public record MetricAnswer(
        MetricRuns a,
        MetricRuns b,
        Optional<Estimate> estimate,
        double holm,
        MetricVerdict verdict,
        List<NamedRun> outliers,
        List<Doubt> doubts,
        OptionalInt runsNeeded) {
    /// What p must come below.
    static final double LEVEL = 0.05;

    public MetricAnswer {
        outliers = List.copyOf(outliers);
        doubts = List.copyOf(doubts);
    }

    public MetricKind kind() {
        return a.kind();
    }

    /// The verdict that counts among several metrics: a regression has to hold for all that are
    /// looked at together.
    public MetricVerdict gating() {
        return verdict == MetricVerdict.REGRESSION && holm > LEVEL
                ? MetricVerdict.INCONCLUSIVE
                : verdict;
    }
}
