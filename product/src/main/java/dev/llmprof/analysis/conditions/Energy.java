package dev.llmprof.analysis.conditions;

import dev.llmprof.trace.conditions.GpuSample;
import dev.llmprof.trace.conditions.HostSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Energy of a span of time and how far it may be off.
///
/// Between two samples the power goes straight. What it did there instead can be wrong by no more
/// than the power swings around the span, over one interval; the meter by what its maker says.
public record Energy(double joules, double uncertaintyJoules) {
    /// nvidia-smi's manual: accurate to within 5 W.
    private static final double METER_WATTS = 5;

    /// Power at a moment.
    private record Power(long unixNanos, double watts) {}

    public Energy plus(Energy other) {
        return new Energy(joules + other.joules, uncertaintyJoules + other.uncertaintyJoules);
    }

    /// Of one GPU; empty where fewer than two samples have its power.
    static Optional<Energy> ofGpu(List<GpuSample> samples, WorkSpan span) {
        List<Power> series = new ArrayList<>();
        for (GpuSample sample : samples) {
            sample.watts().ifPresent(watts -> series.add(new Power(sample.unixNanos(), watts)));
        }
        return of(series, span, METER_WATTS);
    }

    /// Of the host's packages. The meter counts energy; how exact it is nobody says.
    static Optional<Energy> ofHost(List<HostSample> samples, WorkSpan span) {
        List<Power> series = new ArrayList<>();
        for (int at = 1; at < samples.size(); at++) {
            HostSample from = samples.get(at - 1);
            HostSample to = samples.get(at);
            long nanos = to.unixNanos() - from.unixNanos();
            if (from.joules().isPresent() && to.joules().isPresent() && nanos > 0) {
                double joules = to.joules().getAsDouble() - from.joules().getAsDouble();
                series.add(new Power(from.unixNanos() + nanos / 2, joules * 1e9 / nanos));
            }
        }
        return of(series, span, 0);
    }

    private static Optional<Energy> of(List<Power> series, WorkSpan span, double meterWatts) {
        if (series.size() < 2) {
            return Optional.empty();
        }
        double joules = 0;
        double least = Double.MAX_VALUE;
        double most = 0;
        long interval = interval(series);
        for (int at = 1; at < series.size(); at++) {
            Power from = series.get(at - 1);
            Power to = series.get(at);
            boolean near =
                    to.unixNanos >= span.startUnixNanos() - interval
                            && from.unixNanos <= span.endUnixNanos() + interval;
            if (near) {
                joules += between(from, to, span);
                least = Math.min(least, Math.min(from.watts, to.watts));
                most = Math.max(most, Math.max(from.watts, to.watts));
            }
        }
        if (most == 0) {
            return Optional.empty();
        }
        double swing = (most - least) * Math.min(span.seconds(), interval / 1e9);
        return Optional.of(new Energy(joules, swing + meterWatts * span.seconds()));
    }

    private static long interval(List<Power> series) {
        return (series.getLast().unixNanos - series.getFirst().unixNanos) / (series.size() - 1);
    }

    /// The part of the trapezoid that lies in the span.
    private static double between(Power from, Power to, WorkSpan span) {
        long start = Math.max(from.unixNanos, span.startUnixNanos());
        long end = Math.min(to.unixNanos, span.endUnixNanos());
        if (end <= start) {
            return 0;
        }
        return (at(from, to, start) + at(from, to, end)) / 2 * (end - start) / 1e9;
    }

    private static double at(Power from, Power to, long unixNanos) {
        double part = (double) (unixNanos - from.unixNanos) / (to.unixNanos - from.unixNanos);
        return from.watts + part * (to.watts - from.watts);
    }
}
