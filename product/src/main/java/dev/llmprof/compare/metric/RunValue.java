package dev.llmprof.compare.metric;

import java.time.Instant;
import java.util.Optional;

/// A metric's value in one run, and when the run began where that was recorded.
///
/// @param steps how many steps or requests it is the median of; 0 where nobody says
/// @param dropped how many at the beginning were no steady state and do not count
public record RunValue(
        String run, double value, Optional<Instant> started, long steps, long dropped) {
    public RunValue {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(run + ": " + value);
        }
    }

    /// As somebody else measured it.
    public RunValue(String run, double value) {
        this(run, value, Optional.empty(), 0, 0);
    }

    RunValue times(double factor) {
        return factor == 1 ? this : new RunValue(run, value * factor, started, steps, dropped);
    }
}
