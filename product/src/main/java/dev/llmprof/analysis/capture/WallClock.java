package dev.llmprof.analysis.capture;

import dev.llmprof.table.LongColumn;
import dev.llmprof.trace.Trace;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What the times of a capture count from.
public final class WallClock {
    private static final String TORCH_BASE = "baseTimeNanoseconds";
    private static final String NSYS_BASE = "SESSION_START_EPOCH_NANOS";
    // September 2001: what counts from a boot or a session is less.
    private static final long EPOCH_NANOS = 1_000_000_000_000_000_000L;

    private WallClock() {}

    /// What must be added to a time for the wall clock's; empty where that is not known. Older
    /// traces of PyTorch have the wall clock's times as they are.
    public static OptionalLong unixBaseNanos(Map<String, String> facts, long firstNanos) {
        OptionalLong said = number(facts, NSYS_BASE);
        if (said.isPresent()) {
            return said;
        }
        long base = torchBaseNanos(facts);
        return base + firstNanos > EPOCH_NANOS ? OptionalLong.of(base) : OptionalLong.empty();
    }

    /// What PyTorch's times count from.
    public static long torchBaseNanos(Map<String, String> facts) {
        return number(facts, TORCH_BASE).orElse(0);
    }

    /// When the first event of a capture began.
    static Optional<Instant> began(Trace trace) {
        long first =
                Math.min(
                        first(trace.gpu().startNanos()),
                        Math.min(
                                first(trace.host().startNanos()),
                                first(trace.frames().startNanos())));
        OptionalLong base =
                first == Long.MAX_VALUE
                        ? OptionalLong.empty()
                        : unixBaseNanos(trace.facts(), first);
        return base.isPresent()
                ? Optional.of(Instant.ofEpochSecond(0, base.getAsLong() + first))
                : Optional.empty();
    }

    private static long first(LongColumn startNanos) {
        long first = Long.MAX_VALUE;
        for (int row = 0; row < startNanos.size(); row++) {
            first = Math.min(first, startNanos.get(row));
        }
        return first;
    }

    private static OptionalLong number(Map<String, String> facts, String fact) {
        String said = facts.getOrDefault(fact, "");
        return said.matches("\\d{1,18}|[0-8]\\d{18}")
                ? OptionalLong.of(Long.parseLong(said))
                : OptionalLong.empty();
    }
}
