package dev.llmprof.analysis.serving;

import dev.llmprof.served.ServedRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// How many requests were under way, in equal slices of a load's time.
public record InFlight(long sliceNanos, List<Double> means) {
    private static final int SLICES = 100;

    public InFlight {
        means = List.copyOf(means);
    }

    static InFlight of(List<ServedRequest> requests, long startNanos, long endNanos) {
        long slice = Math.max(1, (endNanos - startNanos + SLICES - 1) / SLICES);
        double[] nanos = new double[SLICES];
        for (ServedRequest each : requests) {
            add(nanos, each.sentNanos() - startNanos, each.endNanos() - startNanos, slice);
        }
        List<Double> means = new ArrayList<>();
        Arrays.stream(nanos).forEach(sum -> means.add(sum / slice));
        return new InFlight(slice, means);
    }

    private static void add(double[] nanos, long from, long to, long slice) {
        int last = (int) Math.min(SLICES - 1, Math.max(0, to) / slice);
        for (int at = Math.clamp(from / slice, 0, SLICES - 1); at <= last; at++) {
            long begin = Math.max(from, at * slice);
            nanos[at] += Math.max(0, Math.min(to, (at + 1) * slice) - begin);
        }
    }
}
