package dev.llmprof.compare.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs of one metric for tests.
public final class SomeRuns {
    public static final MetricKind STEP_TIME =
            new MetricKind("decode.step_time", "ms", Better.LOWER);

    private SomeRuns() {}

    public static MetricRuns runs(double... values) {
        return runs(STEP_TIME, values);
    }

    public static MetricRuns runs(MetricKind kind, double... values) {
        List<RunValue> made = new ArrayList<>();
        for (double value : values) {
            made.add(new RunValue(String.valueOf(made.size() + 1), value));
        }
        return new MetricRuns(kind, made, Optional.empty());
    }
}
