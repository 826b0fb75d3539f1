package dev.llmprof.analysis.rank;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Lays the clocks of all hosts over each other, by collectives that end on all ranks at once. The
/// first host's clock is the one that counts; hosts that share no collective with it are reached
/// over others. A rank whose host is not known has a clock of its own.
final class RankClocks {
    private final List<RankRecord> ranks;
    private final List<String> hosts;
    private final Map<Integer, Integer> hostOfRank = new HashMap<>();
    private final Map<Long, Pairs> pairs = new LinkedHashMap<>();
    private final Map<Integer, Line> lines = new HashMap<>();
    private final long zeroNanos;
    private double middle;

    /// What a clock is ahead of the first one's at the middle of the recording, and its drift.
    private record Line(double offset, double drift, long residual, int count) {}

    /// Ends of the same collectives on two hosts.
    private static final class Pairs {
        final List<Double> at = new ArrayList<>();
        final List<Double> apart = new ArrayList<>();
    }

    private RankClocks(List<RankRecord> ranks) {
        this.ranks = ranks;
        this.hosts =
                List.copyOf(
                        ranks.stream()
                                .map(RankClocks::host)
                                .collect(
                                        java.util.stream.Collectors.toCollection(
                                                java.util.LinkedHashSet::new)));
        for (int at = 0; at < ranks.size(); at++) {
            hostOfRank.put(at, hosts.indexOf(host(ranks.get(at))));
        }
        this.zeroNanos =
                ranks.getFirst().facts().baseNanos()
                        + (ranks.getFirst().intervals().size() == 0
                                ? 0
                                : ranks.getFirst().intervals().boundsNanos().get(0));
    }

    private static String host(RankRecord rank) {
        return host(rank.facts().host(), rank.rank());
    }

    static String host(String named, int rank) {
        return named.isEmpty() ? "rank " + rank : named;
    }

    static RankClocks of(List<RankRecord> ranks, List<MatchedGroup> groups) {
        RankClocks clocks = new RankClocks(ranks);
        groups.stream().filter(group -> !group.key().message()).forEach(clocks::observe);
        clocks.connect();
        return clocks;
    }

    /// Every rank against the first of its group.
    private void observe(MatchedGroup group) {
        for (int instance = 0; instance < group.instances(); instance++) {
            boolean usable =
                    group.isWhole(instance)
                            && ranks.get(group.members()[0])
                                    .collectives()
                                    .kindOf(group.rows()[0][instance])
                                    .synchronises();
            for (int member = 1; usable && member < group.size(); member++) {
                int from = hostOfRank.getOrDefault(group.members()[0], 0);
                int to = hostOfRank.getOrDefault(group.members()[member], 0);
                double start = end(group, 0, instance);
                Pairs seen = pairs.computeIfAbsent((long) from << 32 | to, _ -> new Pairs());
                seen.at.add(start);
                seen.apart.add(end(group, member, instance) - start);
            }
        }
    }

    private double end(MatchedGroup group, int member, int instance) {
        RankRecord rank = ranks.get(group.members()[member]);
        return (double)
                (rank.collectives().endNanos().get(group.rows()[member][instance])
                        + rank.facts().baseNanos()
                        - zeroNanos);
    }

    private void connect() {
        middle =
                pairs.values().stream()
                        .flatMap(seen -> seen.at.stream())
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0);
        lines.put(0, own(0));
        Deque<Integer> reached = new ArrayDeque<>(List.of(0));
        while (!reached.isEmpty()) {
            int host = reached.remove();
            for (int other = 0; other < hosts.size(); other++) {
                if (!lines.containsKey(other)) {
                    Optional<Line> line = line(host, other);
                    if (line.isPresent()) {
                        lines.put(other, line.get());
                        reached.add(other);
                    }
                }
            }
        }
    }

    /// Ranks of one host have one clock: what their ends differ is all residual.
    private Line own(int host) {
        Pairs seen = pairs.getOrDefault((long) host << 32 | host, new Pairs());
        long[] apart = seen.apart.stream().mapToLong(each -> Math.abs(each.longValue())).toArray();
        return new Line(0, 0, Medians.of(apart), apart.length);
    }

    private Optional<Line> line(int host, int other) {
        Pairs there = pairs.getOrDefault((long) host << 32 | other, new Pairs());
        Pairs back = pairs.getOrDefault((long) other << 32 | host, new Pairs());
        int count = there.at.size() + back.at.size();
        if (count == 0) {
            return Optional.empty();
        }
        double[] at = new double[count];
        double[] apart = new double[count];
        for (int i = 0; i < there.at.size(); i++) {
            at[i] = there.at.get(i);
            apart[i] = there.apart.get(i);
        }
        for (int i = 0; i < back.at.size(); i++) {
            int place = there.at.size() + i;
            at[place] = back.at.get(i) + back.apart.get(i);
            apart[place] = -back.apart.get(i);
        }
        ClockFit fit = ClockFit.of(at, apart);
        Line known = lines.getOrDefault(host, new Line(0, 0, 0, 0));
        return Optional.of(
                new Line(
                        known.offset() + fit.at(middle + known.offset()),
                        known.drift() + fit.drift(),
                        fit.residualNanos(),
                        fit.count()));
    }

    /// A moment of a rank on the first host's clock, from the first rank's first event on.
    double aligned(int rank, long nanos) {
        double own = (double) (nanos + ranks.get(rank).facts().baseNanos() - zeroNanos);
        Line line = lines.getOrDefault(hostOfRank.getOrDefault(rank, 0), new Line(0, 0, 0, 0));
        return own - line.offset() - line.drift() * (own - line.offset() - middle);
    }

    List<Ranks.Clock> clocks() {
        List<Ranks.Clock> clocks = new ArrayList<>();
        for (int host = 0; host < hosts.size(); host++) {
            TreeSet<Integer> own = new TreeSet<>();
            for (int at = 0; at < ranks.size(); at++) {
                if (hostOfRank.getOrDefault(at, 0) == host) {
                    own.add(ranks.get(at).rank());
                }
            }
            Optional<Line> line = Optional.ofNullable(lines.get(host));
            Optional<Line> seen = line.filter(each -> each.count() > 0);
            clocks.add(
                    new Ranks.Clock(
                            hosts.get(host),
                            RankNumbers.of(own),
                            line.map(Line::count).orElse(0),
                            line.map(Line::offset),
                            line.map(each -> each.drift() * 1e6),
                            seen.map(Line::residual),
                            zeroNanos + Math.round(middle)));
        }
        return clocks;
    }
}
