package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.EventKinds;
import dev.llmprof.analysis.breakdown.GpuBreakdowns;
import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.rank.RankProfile.Occurrences;
import dev.llmprof.table.LongColumn;
import dev.llmprof.trace.Device;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Compares the ranks of a distributed run.
public final class RankComparisons {
    private static final Pattern IN_NAME = Pattern.compile("rank[-_]?(\\d+)");

    /// A rank that computes this much longer than the average is a straggler.
    private static final double STRAGGLES = 1.1;

    private RankComparisons() {}

    /// The profile of a trace that knows its rank, or says it in its file's name.
    public static Optional<RankProfile> profile(
            Trace trace,
            GpuTimeline timeline,
            KernelBreakdown kernels,
            int[] order,
            EventKinds kinds) {
        return rank(trace)
                .map(rank ->
                        new RankProfile(
                                rank,
                                trace.source(),
                                devices(trace),
                                timeline,
                                kernels,
                                collectives(trace.gpu(), order, kinds)));
    }

    /// Empty unless there are two ranks at least, each with one trace.
    public static Optional<Ranks> of(List<RankProfile> profiles) {
        long distinct = profiles.stream().map(RankProfile::rank).distinct().count();
        if (distinct < 2 || distinct < profiles.size()) {
            return Optional.empty();
        }
        List<RankProfile> ranks =
                profiles.stream()
                        .sorted(
                                Comparator.comparingInt((RankProfile p) -> p.rank().length())
                                        .thenComparing(RankProfile::rank))
                        .toList();
        CollectivePairs pairs = CollectivePairs.of(ranks);
        List<Ranks.Row> rows =
                IntStream.range(0, ranks.size())
                        .mapToObj(at -> row(ranks.get(at), pairs.waitNanos(at)))
                        .toList();
        double average =
                rows.stream()
                        .mapToLong(row -> row.timeline().computationNanos())
                        .average()
                        .orElse(0);
        long most =
                rows.stream().mapToLong(row -> row.timeline().computationNanos()).max().orElse(0);
        List<String> stragglers =
                rows.stream()
                        .filter(row -> row.timeline().computationNanos() > STRAGGLES * average)
                        .map(Ranks.Row::rank)
                        .toList();
        double imbalance = average == 0 ? 0 : most / average - 1;
        return Optional.of(
                new Ranks(
                        rows,
                        alike(ranks),
                        imbalance,
                        stragglers,
                        pairs.pairing(),
                        pairs.collectives(),
                        kernels(ranks),
                        pairs.remarks()));
    }

    private static boolean alike(List<RankProfile> ranks) {
        List<Map<String, Integer>> counts = new ArrayList<>();
        for (RankProfile rank : ranks) {
            Map<String, Integer> count = new TreeMap<>();
            rank.collectives().forEach((name, all) -> count.put(name, all.size()));
            counts.add(count);
        }
        return !counts.getFirst().isEmpty() && counts.stream().distinct().count() == 1;
    }

    private static Optional<String> rank(Trace trace) {
        if (trace.rank().isPresent()) {
            return trace.rank().map(rank -> Integer.toString(rank.rank()));
        }
        Matcher matcher =
                IN_NAME.matcher(trace.source().substring(trace.source().lastIndexOf('/') + 1));
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static String devices(Trace trace) {
        return trace.devices().stream()
                .map(Device::name)
                .filter(name -> !name.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static Ranks.Row row(RankProfile rank, Optional<Long> waitNanos) {
        return new Ranks.Row(
                rank.rank(),
                rank.source(),
                rank.device(),
                rank.kernels().count(),
                rank.timeline(),
                waitNanos);
    }

    private static Map<String, Occurrences> collectives(
            GpuTable gpu, int[] order, EventKinds kinds) {
        Map<Integer, Builders> builders = new HashMap<>();
        for (int row : order) {
            if (kinds.communicates(row)) {
                builders.computeIfAbsent(gpu.name().code(row), _ -> Builders.fresh()).add(gpu, row);
            }
        }
        Map<String, Occurrences> columns = new TreeMap<>();
        builders.forEach(
                (name, column) -> columns.put(gpu.name().symbols().text(name), column.build()));
        return columns;
    }

    private record Builders(LongColumn.Builder ends, LongColumn.Builder durations) {
        static Builders fresh() {
            return new Builders(new LongColumn.Builder(), new LongColumn.Builder());
        }

        void add(GpuTable gpu, int row) {
            ends.add(gpu.endNanos(row));
            durations.add(gpu.durationNanos().get(row));
        }

        Occurrences build() {
            return new Occurrences(ends.build(), durations.build());
        }
    }

    private static List<Ranks.Kernel> kernels(List<RankProfile> ranks) {
        Map<String, long[]> sums = new HashMap<>();
        for (RankProfile rank : ranks) {
            for (KernelBreakdown.Row row : rank.kernels().rows()) {
                long[] sum =
                        sums.computeIfAbsent(
                                row.name(), _ -> new long[] {0, 0, Long.MAX_VALUE, 0, 0});
                long nanos = row.spread().totalNanos();
                sum[0] += row.spread().count();
                sum[1] += nanos;
                sum[2] = Math.min(sum[2], nanos);
                sum[3] = Math.max(sum[3], nanos);
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
