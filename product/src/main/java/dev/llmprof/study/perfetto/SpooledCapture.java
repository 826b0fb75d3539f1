package dev.llmprof.study.perfetto;

import java.util.Map;
import java.util.OptionalLong;

/// The events of one source, and what is known of their clock. The wall clock has no capture.
record SpooledCapture(String source, Map<String, String> facts, EventSpool events) {
    private static final String TORCH_BASE = "baseTimeNanoseconds";
    private static final String NSYS_BASE = "SESSION_START_EPOCH_NANOS";
    // September 2001: what counts from a boot or a session is less.
    private static final long EPOCH_NANOS = 1_000_000_000_000_000_000L;

    SpooledCapture {
        facts = Map.copyOf(facts);
    }

    static SpooledCapture ofWallClock(EventSpool events) {
        return new SpooledCapture("", Map.of(TORCH_BASE, "0"), events);
    }

    /// What PyTorch's times count from; what ranks are compared by.
    long ownBaseNanos() {
        return number(TORCH_BASE).orElse(0);
    }

    /// What must be added to a time for the wall clock's; empty where that is not known. Older
    /// traces of PyTorch have the wall clock's times as they are.
    OptionalLong unixBaseNanos() {
        OptionalLong said = number(NSYS_BASE);
        if (said.isPresent()) {
            return said;
        }
        long base = ownBaseNanos();
        boolean known = source.isEmpty() || base + events.firstNanos() > EPOCH_NANOS;
        return known ? OptionalLong.of(base) : OptionalLong.empty();
    }

    private OptionalLong number(String fact) {
        String said = facts.getOrDefault(fact, "");
        return said.matches("\\d{1,18}|[0-8]\\d{18}")
                ? OptionalLong.of(Long.parseLong(said))
                : OptionalLong.empty();
    }
}
