package dev.llmprof.analysis.advice;

import static dev.llmprof.analysis.advice.Advices.share;

import dev.llmprof.analysis.rank.LateCause;
import dev.llmprof.analysis.rank.Ranks;
import java.util.Comparator;
import java.util.Optional;

/// A rank that the others wait for, found without clocks: it is the last in most of the collectives
/// that it takes part in, and what it is later than the last but one is worth having.
final class RankAdvice {
    /// Of the rank's span.
    private static final double LATE = .05;

    /// Of the collectives in which its lateness is known.
    private static final double MOSTLY = .5;

    private RankAdvice() {}

    static Optional<Advice> of(Ranks ranks) {
        return ranks.rows().stream()
                .filter(row -> row.waits().judged() > 0)
                .max(Comparator.comparingLong(row -> row.waits().costNanos()))
                .filter(RankAdvice::isAwaited)
                .map(row -> advice(ranks, row));
    }

    private static boolean isAwaited(Ranks.Row row) {
        double lost = share((double) row.waits().costNanos(), (double) row.timeline().spanNanos());
        return lost > LATE && row.waits().last() > MOSTLY * row.waits().judged();
    }

    private static Advice advice(Ranks ranks, Ranks.Row row) {
        Optional<Ranks.Late> reason =
                ranks.late().stream().filter(late -> late.rank() == row.rank()).findFirst();
        return new Advice.LateRank(
                new Advice.Place(Advices.name(row.source()), "rank " + row.rank()),
                row.waits().judged(),
                row.waits().last(),
                reason.map(Ranks.Late::medianLateNanos).orElse(0L),
                reason.map(Ranks.Late::cause).orElse(LateCause.UNKNOWN),
                reason.map(Ranks.Late::detail).orElse(""),
                row.waits().costNanos(),
                share((double) row.waits().costNanos(), (double) row.timeline().spanNanos()));
    }
}
