package dev.llmprof.testing.kineto;

import dev.llmprof.testing.kineto.GpuEvent.Purpose;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/// Time that events cover, found the slow and plain way: between two neighbouring boundaries
/// nothing changes, so each such piece is asked who runs in it.
final class Spans {
    private Spans() {}

    static long busyNanos(List<GpuEvent> events) {
        return nanosWhere(events, running -> !running.isEmpty());
    }

    static long nanosWhere(List<GpuEvent> events, Predicate<Set<Purpose>> wanted) {
        long[] boundaries =
                events.stream()
                        .flatMapToLong(e -> LongStream.of(e.startNanos(), e.endNanos()))
                        .distinct()
                        .sorted()
                        .toArray();
        long nanos = 0;
        for (int at = 1; at < boundaries.length; at++) {
            if (wanted.test(running(events, boundaries[at - 1], boundaries[at]))) {
                nanos += boundaries[at] - boundaries[at - 1];
            }
        }
        return nanos;
    }

    private static Set<Purpose> running(List<GpuEvent> events, long from, long to) {
        Set<Purpose> running = EnumSet.noneOf(Purpose.class);
        for (GpuEvent event : events) {
            if (event.startNanos() <= from && event.endNanos() >= to) {
                running.add(event.work().purpose());
            }
        }
        return running;
    }

    static long start(List<GpuEvent> events) {
        return events.stream().mapToLong(GpuEvent::startNanos).min().orElse(0);
    }

    static long end(List<GpuEvent> events) {
        return events.stream().mapToLong(GpuEvent::endNanos).max().orElse(0);
    }

    static long nanos(List<GpuEvent> events) {
        return end(events) - start(events);
    }

    static long sumNanos(List<GpuEvent> events) {
        return events.stream().mapToLong(GpuEvent::nanos).sum();
    }
}
