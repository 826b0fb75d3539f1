package dev.llmprof.study.perfetto;

import dev.llmprof.analysis.capture.WallClock;
import java.util.Map;
import java.util.OptionalLong;

/// The events of one source, and what is known of their clock. The wall clock has no capture.
record SpooledCapture(String source, Map<String, String> facts, EventSpool events) {
    SpooledCapture {
        facts = Map.copyOf(facts);
    }

    static SpooledCapture ofWallClock(EventSpool events) {
        return new SpooledCapture("", Map.of(), events);
    }

    /// What PyTorch's times count from; what ranks are compared by.
    long ownBaseNanos() {
        return WallClock.torchBaseNanos(facts);
    }

    OptionalLong unixBaseNanos() {
        return source.isEmpty()
                ? OptionalLong.of(0)
                : WallClock.unixBaseNanos(facts, events.firstNanos());
    }
}
