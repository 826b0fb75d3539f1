package dev.llmprof.report.section;

import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.Comparator;
import java.util.Optional;

/// Sentences about ranks, the same on every page and in the terminal.
public final class RankWords {
    /// Of the rank's own time; less is not worth a sentence.
    private static final double NOTABLE = .05;

    private RankWords() {}

    /// One line for all of them.
    public static String summary(Ranks ranks) {
        return ShownText.counted(ranks.rows().size(), "rank", "ranks")
                + " · "
                + late(ranks)
                + " · the slowest computes "
                + Cell.share(ranks.imbalance()).shown()
                + " longer than the average";
    }

    /// Whether the others lose much by it.
    static boolean isNotable(Ranks.Row row) {
        return row.waits().costNanos() > NOTABLE * row.timeline().spanNanos();
    }

    private static String late(Ranks ranks) {
        if (ranks.late().isEmpty()) {
            return "unknown which rank was late: no collective of all ranks of a group follows"
                    + " another";
        }
        Optional<Ranks.Row> worst =
                ranks.rows().stream()
                        .max(Comparator.comparingLong(row -> row.waits().costNanos()))
                        .filter(RankWords::isNotable);
        return worst.map(row -> late(ranks, row))
                .orElse("no rank keeps the others waiting for long");
    }

    private static String late(Ranks ranks, Ranks.Row worst) {
        Optional<Ranks.Late> reason =
                ranks.late().stream().filter(row -> row.rank() == worst.rank()).findFirst();
        return "the others wait most for rank "
                + worst.rank()
                + ": last in "
                + Cell.count(worst.waits().last()).shown()
                + " of "
                + Cell.count(worst.waits().judged()).shown()
                + " collectives"
                + reason.map(RankWords::why).orElse("");
    }

    private static String why(Ranks.Late reason) {
        return ", typically "
                + nanos(reason.medianLateNanos())
                + " late in "
                + reason.group()
                + ", "
                + reason.cause().label()
                + (reason.detail().isEmpty()
                        ? ""
                        : " (" + ShownText.shortened(reason.detail(), 60) + ")");
    }

    private static String nanos(long nanos) {
        return Cell.number((double) nanos, Unit.NANOSECONDS).shown();
    }

    /// How far the clocks of hosts that are drawn on one line can be trusted.
    public static Optional<String> clocks(Ranks ranks) {
        long placed =
                ranks.clocks().stream().filter(clock -> clock.offsetNanos().isPresent()).count();
        Optional<Long> residual =
                ranks.clocks().stream()
                        .flatMap(clock -> clock.residualNanos().stream())
                        .max(Comparator.naturalOrder());
        if (ranks.clocks().isEmpty() || residual.isEmpty()) {
            return Optional.empty();
        }
        String hosts =
                ranks.clocks().size() == 1
                        ? "All ranks share one clock"
                        : "The clocks of "
                                + placed
                                + " of "
                                + ranks.clocks().size()
                                + " hosts are aligned by collectives that end at once";
        return Optional.of(hosts + "; half of the ends lie within " + nanos(residual.get()) + ".");
    }
}
