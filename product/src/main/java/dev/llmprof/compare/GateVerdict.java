package dev.llmprof.compare;

import dev.llmprof.compare.metric.MetricAnswer;
import dev.llmprof.compare.metric.MetricVerdict;
import java.util.List;
import java.util.Locale;

/// What is said of both sides as a whole.
public enum GateVerdict {
    UNCHANGED,
    IMPROVED,
    REGRESSION,
    INCONCLUSIVE,
    NOT_COMPARABLE;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// The gravest of all metrics; without any nothing is known.
    static GateVerdict of(List<MetricAnswer> answers) {
        List<MetricVerdict> verdicts = answers.stream().map(MetricAnswer::gating).toList();
        if (verdicts.contains(MetricVerdict.REGRESSION)) {
            return REGRESSION;
        }
        if (verdicts.isEmpty() || verdicts.contains(MetricVerdict.INCONCLUSIVE)) {
            return INCONCLUSIVE;
        }
        return verdicts.contains(MetricVerdict.IMPROVED) ? IMPROVED : UNCHANGED;
    }
}
