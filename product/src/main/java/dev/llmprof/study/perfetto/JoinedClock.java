package dev.llmprof.study.perfetto;

import dev.llmprof.analysis.rank.Ranks;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/// Puts all spools on one clock that begins with the first event. Ranks are laid over each other by
/// their collectives; what does not know the wall clock begins with the first that does.
final class JoinedClock {
    private static final String WALL = "wall";
    private static final String RANKS = "ranks";

    private final Map<SpooledCapture, Line> lines = new LinkedHashMap<>();
    private final Map<String, Long> firsts = new HashMap<>();
    private final Optional<Ranks> ranks;

    /// Whom a spool shares its clock with, and the way there: by the clock of its rank, then so
    /// many nanoseconds on.
    private record Line(
            String shared, long ownBaseNanos, Optional<Ranks.Clock> clock, long moreNanos) {
        long at(long nanos) {
            long own = nanos + ownBaseNanos;
            return clock.map(each -> each.onFirst(own)).orElse(own) + moreNanos;
        }
    }

    private JoinedClock(Optional<Ranks> ranks) {
        this.ranks = ranks;
    }

    static JoinedClock of(List<SpooledCapture> spools, Optional<Ranks> ranks) {
        var joined = new JoinedClock(ranks);
        for (SpooledCapture spool : spools) {
            Line line = joined.line(spool, spools);
            joined.lines.put(spool, line);
            joined.firsts.merge(line.shared(), line.at(spool.events().firstNanos()), Math::min);
        }
        return joined;
    }

    /// Of the wall clock at the first event; empty where no source knows it.
    Optional<Long> zeroUnixNanos() {
        return Optional.ofNullable(firsts.get(WALL));
    }

    boolean isKnown(SpooledCapture spool) {
        return line(spool).shared().equals(WALL);
    }

    /// From a spool's times to those since the first event.
    LongUnaryOperator of(SpooledCapture spool) {
        Line line = line(spool);
        long first = firsts.getOrDefault(line.shared(), 0L);
        return nanos -> line.at(nanos) - first;
    }

    private Line line(SpooledCapture spool) {
        return Optional.ofNullable(lines.get(spool)).orElseThrow();
    }

    private Line line(SpooledCapture spool, List<SpooledCapture> all) {
        Optional<Ranks.Row> row = row(spool.source());
        if (row.isEmpty()) {
            return spool.unixBaseNanos().isPresent()
                    ? new Line(WALL, spool.unixBaseNanos().getAsLong(), Optional.empty(), 0)
                    : new Line(spool.source(), 0, Optional.empty(), 0);
        }
        SpooledCapture first =
                all.stream().filter(each -> isFirst(each.source())).findFirst().orElse(spool);
        Optional<Ranks.Clock> clock = row.flatMap(this::clock);
        return first.unixBaseNanos().isPresent()
                ? new Line(
                        WALL,
                        spool.ownBaseNanos(),
                        clock,
                        first.unixBaseNanos().getAsLong() - first.ownBaseNanos())
                : new Line(RANKS, spool.ownBaseNanos(), clock, 0);
    }

    private Optional<Ranks.Row> row(String source) {
        return ranks.stream()
                .flatMap(all -> all.rows().stream())
                .filter(row -> row.source().equals(source))
                .findFirst();
    }

    private Optional<Ranks.Clock> clock(Ranks.Row row) {
        return ranks.stream()
                .flatMap(all -> all.clocks().stream())
                .filter(clock -> clock.host().equals(Ranks.Clock.host(row)))
                .findFirst();
    }

    /// The clock that counts is that of the first rank.
    private boolean isFirst(String source) {
        return ranks.filter(all -> all.rows().getFirst().source().equals(source)).isPresent();
    }
}
