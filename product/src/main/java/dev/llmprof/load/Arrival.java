package dev.llmprof.load;

import java.util.List;
import java.util.Locale;

/// When requests are made.
public sealed interface Arrival {

    /// So many at once: the next one when one has ended.
    record ClosedLoop(int concurrency) implements Arrival {}

    /// So many a second, whether the server keeps up or not.
    record OpenLoop(double perSecond, Spacing spacing) implements Arrival {}

    /// At the times a file has, in nanoseconds from the begin, ascending.
    record Replay(List<Long> dueNanos) implements Arrival {
        public Replay {
            dueNanos = List.copyOf(dueNanos);
        }
    }

    /// How the requests of an open loop follow each other.
    enum Spacing {
        POISSON,
        CONSTANT
    }

    default boolean isOpen() {
        return !(this instanceof ClosedLoop);
    }

    /// For a person.
    default String words() {
        return switch (this) {
            case ClosedLoop(int concurrency) -> "closed loop, " + concurrency + " at once";
            case OpenLoop(double perSecond, Spacing spacing) ->
                    "open loop, "
                            + (perSecond == Math.rint(perSecond)
                                    ? String.valueOf((long) perSecond)
                                    : String.valueOf(perSecond))
                            + " a second, "
                            + spacing.name().toLowerCase(Locale.ROOT);
            case Replay(List<Long> due) -> "replay of " + due.size() + " requests";
        };
    }
}
