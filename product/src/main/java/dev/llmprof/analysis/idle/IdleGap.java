package dev.llmprof.analysis.idle;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// One stretch in which a GPU had nothing to do. `startNanos` counts from the capture's first
/// event, `cause` is what most of it waited for, `before` and `after` are the work around it.
public record IdleGap(
        String device,
        long startNanos,
        long nanos,
        IdleCause cause,
        String before,
        String after,
        GapHost host) {

    /// What the launching thread did in it. `outermost` and `innermost` are the operators or ranges
    /// that cover at least half of it, `frame` the innermost Python frame that does; empty where
    /// there is none. `calls` are the longest first.
    public record GapHost(
            String outermost,
            String innermost,
            String frame,
            List<GapCall> calls,
            Map<HostActivity, Long> nanos) {
        static final GapHost NOT_KNOWN = new GapHost("", "", "", List.of(), Map.of());

        public GapHost {
            calls = List.copyOf(calls);
            nanos = nanos.isEmpty() ? Map.of() : new EnumMap<>(nanos);
        }

        public long nanos(HostActivity activity) {
            return nanos.getOrDefault(activity, 0L);
        }
    }

    /// Calls of one name and their time within the gap.
    public record GapCall(String name, long count, long nanos) {}

    /// From 0 to 1 of a whole.
    public double shareOf(long wholeNanos) {
        return wholeNanos == 0 ? 0 : (double) nanos / wholeNanos;
    }
}
