package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuBreakdowns;
import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.GpuTimelines;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.table.LongColumn;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Compares the ranks of a distributed run.
public final class RankComparisons {
    private static final Pattern IN_NAME = Pattern.compile("rank[-_]?(\\d+)");

    /// A rank that computes this much longer than the average is a straggler.
    private static final double STRAGGLES = 1.1;

    private RankComparisons() {}

    /// The profile of a trace that knows its rank, or says it in its file's name.
    public static Optional<RankProfile> profile(
            Trace trace, GpuTimeline timeline, KernelBreakdown kernels, int[] order) {
        return rank(trace)
                .map(rank ->
                        new RankProfile(
                                rank,
                                trace.source(),
                                timeline,
                                kernels,
                                collectives(trace.gpu(), order)));
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
        long[] waits = new long[ranks.size()];
        List<String> remarks = new ArrayList<>();
        List<Ranks.Collective> collectives = collectives(ranks, waits, remarks);
        List<Ranks.Row> rows = new ArrayList<>();
        for (int at = 0; at < waits.length; at++) {
            RankProfile rank = ranks.get(at);
            rows.add(new Ranks.Row(rank.rank(), rank.source(), rank.timeline(), waits[at]));
        }
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
                new Ranks(rows, imbalance, stragglers, collectives, kernels(ranks), remarks));
    }

    private static Optional<String> rank(Trace trace) {
        if (trace.rank().isPresent()) {
            return trace.rank().map(rank -> Integer.toString(rank.rank()));
        }
        Matcher matcher =
                IN_NAME.matcher(trace.source().substring(trace.source().lastIndexOf('/') + 1));
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static Map<String, LongColumn> collectives(GpuTable gpu, int[] order) {
        Map<Integer, Optional<LongColumn.Builder>> builders = new HashMap<>();
        for (int row : order) {
            int name = gpu.name().code(row) * 3 + gpu.kind().get(row);
            builders.computeIfAbsent(name, _ -> collective(gpu, row))
                    .ifPresent(builder -> builder.add(gpu.durationNanos().get(row)));
        }
        Map<String, LongColumn> columns = new TreeMap<>();
        builders.forEach((name, builder) ->
                builder.ifPresent(column ->
                        columns.put(gpu.name().symbols().text(name / 3), column.build())));
        return columns;
    }

    private static Optional<LongColumn.Builder> collective(GpuTable gpu, int row) {
        var bucket = GpuTimelines.bucket(gpu.kindOf(row), gpu.name().get(row));
        return bucket == GpuTimelines.Bucket.COMMUNICATION
                ? Optional.of(new LongColumn.Builder())
                : Optional.empty();
    }

    private static List<Ranks.Collective> collectives(
            List<RankProfile> ranks, long[] waits, List<String> remarks) {
        TreeSet<String> names = new TreeSet<>(Names.BY_CODE_POINT);
        ranks.forEach(rank -> names.addAll(rank.collectives().keySet()));
        List<Ranks.Collective> collectives = new ArrayList<>();
        for (String name : names) {
            List<LongColumn> columns =
                    ranks.stream()
                            .map(rank -> rank.collectives().getOrDefault(name, LongColumn.of()))
                            .toList();
            if (columns.stream().map(LongColumn::size).distinct().count() > 1) {
                remarks.add(name + " did not run equally often on every rank and is not compared");
            } else {
                collectives.add(collective(name, columns, waits));
            }
        }
        collectives.sort(GpuBreakdowns.order(Ranks.Collective::skewNanos, Ranks.Collective::name));
        return collectives;
    }

    private static Ranks.Collective collective(
            String name, List<LongColumn> columns, long[] waits) {
        long pure = 0;
        long skew = 0;
        for (int at = 0; at < columns.getFirst().size(); at++) {
            long least = Long.MAX_VALUE;
            long most = 0;
            for (LongColumn column : columns) {
                least = Math.min(least, column.get(at));
                most = Math.max(most, column.get(at));
            }
            for (int rank = 0; rank < waits.length; rank++) {
                waits[rank] += columns.get(rank).get(at) - least;
            }
            pure += least;
            skew += most - least;
        }
        return new Ranks.Collective(name, columns.getFirst().size(), pure, skew);
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
