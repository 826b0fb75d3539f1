package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuBreakdowns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Compares the ranks of a distributed run: a function of their records alone, in whatever order
/// those come.
public final class RankComparisons {
    private static final int MOST_HOLES = 20;

    private RankComparisons() {}

    /// Empty unless there are two ranks at least.
    public static Optional<Ranks> of(List<RankRecord> records) {
        if (records.stream().map(RankComparisons::identity).distinct().count() < 2) {
            return Optional.empty();
        }
        RankSelection selection = RankSelection.of(records);
        return selection.ranks().size() < 2
                ? Optional.empty()
                : Optional.of(compared(selection.ranks(), selection.remarks()));
    }

    private static String identity(RankRecord rank) {
        return rank.rank() == RankFacts.UNNUMBERED
                ? rank.facts().place()
                : Integer.toString(rank.rank());
    }

    private static Ranks compared(List<RankRecord> ranks, List<String> said) {
        List<String> remarks = new ArrayList<>(said);
        CommunicationGroups.Found found = CommunicationGroups.of(ranks);
        List<MatchedGroup> groups =
                found.groups().stream()
                        .map(rows -> SequenceMatching.of(ranks, rows))
                        .map(group -> PairingChecks.checked(ranks, group))
                        .toList();
        Lateness lateness = Lateness.of(ranks, groups);
        GroupWaits waits = GroupWaits.of(ranks, groups);
        LateRows late = LateRows.of(ranks, groups, lateness, waits);
        RankClocks clocks = RankClocks.of(ranks, groups);
        remarks(remarks, ranks, groups, found.unnamed(), late.judged());
        return new Ranks(
                IntStream.range(0, ranks.size())
                        .mapToObj(at -> row(ranks.get(at), at, lateness, waits, late))
                        .toList(),
                imbalance(ranks),
                IntStream.range(0, groups.size())
                        .mapToObj(at ->
                                GroupSummaries.of(ranks, lateness.of(at), waits.of(groups.get(at))))
                        .toList(),
                late.late(),
                late.collectives(),
                waits.bandwidths(),
                RankImbalances.of(ranks, groups),
                clocks.clocks(),
                RankHeats.of(ranks, clocks),
                kernels(ranks),
                remarks);
    }

    private static void remarks(
            List<String> remarks,
            List<RankRecord> ranks,
            List<MatchedGroup> groups,
            boolean unnamed,
            int judged) {
        if (unnamed) {
            remarks.add(
                    "some communication does not say its group; it is taken to be of all ranks");
        }
        groups.stream()
                .flatMap(group -> PairingChecks.doubt(ranks, group).stream())
                .limit(MOST_HOLES)
                .forEach(remarks::add);
        List<String> holes =
                groups.stream()
                        .flatMap(group -> GroupSummaries.hole(ranks, group).stream())
                        .toList();
        holes.stream().limit(MOST_HOLES).forEach(remarks::add);
        if (holes.size() > MOST_HOLES) {
            remarks.add(holes.size() - MOST_HOLES + " more groups have holes");
        }
        if (judged > LateRows.MOST_COLLECTIVES) {
            remarks.add(
                    "of %d collectives the table has the %d with the latest arrivals"
                            .formatted(judged, LateRows.MOST_COLLECTIVES));
        }
    }

    private static Ranks.Row row(
            RankRecord rank, int at, Lateness lateness, GroupWaits waits, LateRows late) {
        return new Ranks.Row(
                rank.rank(),
                rank.facts().source(),
                rank.facts().host(),
                rank.facts().device(),
                rank.facts().kernels(),
                rank.facts().timeline(),
                new Ranks.Waits(
                        waits.known[at] ? Optional.of(waits.waitNanos[at]) : Optional.empty(),
                        waits.transferNanos[at],
                        waits.bubbleNanos[at],
                        lateness.judgedTimes[at],
                        lateness.lastTimes[at],
                        lateness.lateNanos[at],
                        late.blamed[at],
                        late.costNanos[at]));
    }

    private static double imbalance(List<RankRecord> ranks) {
        var computing =
                ranks.stream()
                        .mapToLong(rank -> rank.facts().timeline().computationNanos())
                        .summaryStatistics();
        return computing.getAverage() == 0 ? 0 : computing.getMax() / computing.getAverage() - 1;
    }

    private static List<Ranks.Kernel> kernels(List<RankRecord> ranks) {
        Map<String, long[]> sums = new HashMap<>();
        for (RankRecord rank : ranks) {
            for (RankRecord.KernelSum kernel : rank.kernels()) {
                long[] sum =
                        sums.computeIfAbsent(
                                kernel.name(), _ -> new long[] {0, 0, Long.MAX_VALUE, 0, 0});
                sum[0] += kernel.count();
                sum[1] += kernel.nanos();
                sum[2] = Math.min(sum[2], kernel.nanos());
                sum[3] = Math.max(sum[3], kernel.nanos());
                sum[4]++;
            }
        }
        List<Ranks.Kernel> kernels = new ArrayList<>();
        sums.forEach((name, sum) ->
                kernels.add(
                        new Ranks.Kernel(
                                name, sum[0], sum[1], sum[4] < ranks.size() ? 0 : sum[2], sum[3])));
        kernels.sort(GpuBreakdowns.order(Ranks.Kernel::totalNanos, Ranks.Kernel::name));
        return kernels;
    }
}
