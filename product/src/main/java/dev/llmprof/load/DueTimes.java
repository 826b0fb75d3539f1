package dev.llmprof.load;

import java.util.OptionalLong;
import java.util.SplittableRandom;

/// When each request of an open loop or a replay is due: the same times for the same seed.
final class DueTimes {
    private final Arrival arrival;
    private final SplittableRandom random;
    private double nextNanos;
    private int given;

    DueTimes(Arrival arrival, long seed) {
        this.arrival = arrival;
        this.random = new SplittableRandom(seed);
    }

    /// Nanoseconds from the begin; empty where a replay is at its end.
    OptionalLong next() {
        int number = given++;
        return switch (arrival) {
            case Arrival.ClosedLoop _ -> OptionalLong.empty();
            case Arrival.Replay replay ->
                    number < replay.dueNanos().size()
                            ? OptionalLong.of(replay.dueNanos().get(number))
                            : OptionalLong.empty();
            case Arrival.OpenLoop open -> {
                long due = Math.round(nextNanos);
                nextNanos += gapNanos(open);
                yield OptionalLong.of(due);
            }
        };
    }

    private double gapNanos(Arrival.OpenLoop open) {
        double mean = 1e9 / open.perSecond();
        return switch (open.spacing()) {
            case CONSTANT -> mean;
            case POISSON -> -Math.log(1 - random.nextDouble()) * mean;
        };
    }
}
