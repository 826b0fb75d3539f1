package dev.llmprof.analysis.advice;

import static dev.llmprof.analysis.advice.Advices.share;

import dev.llmprof.analysis.rank.Ranks;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A rank that the others wait for. Two numbers have to agree, and neither needs clocks that do: it
/// computes longest, and of all it spends the least time in the collectives that all of them ran.
final class RankAdvice {
    /// Of the slow rank's span.
    private static final double UNEVEN = .10;

    private RankAdvice() {}

    static Optional<Advice> of(Ranks ranks) {
        List<Ranks.Row> rows = ranks.rows();
        Ranks.Row slowest =
                rows.stream()
                        .max(Comparator.comparingLong(row -> row.timeline().computationNanos()))
                        .orElseThrow();
        long nanos = slowest.timeline().computationNanos();
        long collective = slowest.timeline().communicationNanos();
        double mean =
                rows.stream()
                        .mapToLong(row -> row.timeline().computationNanos())
                        .average()
                        .orElseThrow();
        List<Ranks.Row> others =
                rows.stream().filter(row -> !row.rank().equals(slowest.rank())).toList();
        boolean least =
                others.stream().allMatch(row -> row.timeline().communicationNanos() > collective);
        double lost = share(nanos - mean, (double) slowest.timeline().spanNanos());
        return ranks.alike() && least && lost > UNEVEN
                ? Optional.of(
                        new Advice.UnevenRanks(
                                new Advice.Place(
                                        Advices.name(slowest.source()), "rank " + slowest.rank()),
                                rows.size(),
                                nanos,
                                mean,
                                collective,
                                others.stream()
                                        .mapToLong(row -> row.timeline().communicationNanos())
                                        .average()
                                        .orElseThrow(),
                                lost))
                : Optional.empty();
    }
}
