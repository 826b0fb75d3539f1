package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuBreakdowns;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.rank.RankProfile.Occurrences;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Pairs the communication kernels of several ranks by their order, and checks each pair: one
/// collective ends on all ranks at about the same time.
final class CollectivePairs {
    /// Ends further apart than a short collective lasts are those of two collectives; clocks of one
    /// machine differ by less than the first, and no network needs longer than the second to tell
    /// all ranks.
    private static final long LEAST_TOLERANCE_NANOS = 10_000;

    private static final long MOST_TOLERANCE_NANOS = 500_000;

    private final List<RankProfile> ranks;
    private final long[] waits;
    private final List<Ranks.Collective> collectives = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private CollectivePairs(List<RankProfile> ranks) {
        this.ranks = ranks;
        this.waits = new long[ranks.size()];
    }

    static CollectivePairs of(List<RankProfile> ranks) {
        CollectivePairs pairs = new CollectivePairs(ranks);
        TreeSet<String> names = new TreeSet<>(Names.BY_CODE_POINT);
        ranks.forEach(rank -> names.addAll(rank.collectives().keySet()));
        names.forEach(pairs::add);
        pairs.collectives.sort(
                GpuBreakdowns.order(each -> each.skewNanos().orElse(0L), Ranks.Collective::name));
        return pairs;
    }

    List<Ranks.Collective> collectives() {
        return collectives;
    }

    List<String> remarks() {
        return remarks;
    }

    Ranks.Pairing pairing() {
        return new Ranks.Pairing(
                collectives.stream().mapToLong(Ranks.Collective::occurrences).sum(),
                collectives.stream().mapToLong(Ranks.Collective::together).sum());
    }

    /// Not known where no pair can be trusted.
    Optional<Long> waitNanos(int rank) {
        return pairing().together() == 0 ? Optional.empty() : Optional.of(waits[rank]);
    }

    private void add(String name) {
        List<Occurrences> columns =
                ranks.stream()
                        .map(rank -> rank.collectives().getOrDefault(name, Occurrences.NONE))
                        .toList();
        if (columns.stream().map(Occurrences::size).distinct().count() > 1) {
            remarks.add(name + " did not run equally often on every rank and is not compared");
            return;
        }
        long together = 0;
        long pure = 0;
        long skew = 0;
        for (int at = 0; at < columns.getFirst().size(); at++) {
            long least = least(columns, at);
            if (!together(columns, at, least)) {
                continue;
            }
            together++;
            pure += least;
            skew += waited(columns, at, least);
        }
        boolean known = together > 0;
        collectives.add(
                new Ranks.Collective(
                        name,
                        columns.getFirst().size(),
                        together,
                        known ? Optional.of(pure) : Optional.empty(),
                        known ? Optional.of(skew) : Optional.empty()));
    }

    private static long least(List<Occurrences> columns, int at) {
        long least = Long.MAX_VALUE;
        for (Occurrences column : columns) {
            least = Math.min(least, column.durationNanos().get(at));
        }
        return least;
    }

    private static boolean together(List<Occurrences> columns, int at, long leastNanos) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Occurrences column : columns) {
            first = Math.min(first, column.endNanos().get(at));
            last = Math.max(last, column.endNanos().get(at));
        }
        return last - first <= Math.clamp(leastNanos, LEAST_TOLERANCE_NANOS, MOST_TOLERANCE_NANOS);
    }

    /// Adds what each rank waited, and gives the longest of it.
    private long waited(List<Occurrences> columns, int at, long least) {
        long most = 0;
        for (int rank = 0; rank < waits.length; rank++) {
            long wait = columns.get(rank).durationNanos().get(at) - least;
            waits[rank] += wait;
            most = Math.max(most, wait);
        }
        return most;
    }
}
