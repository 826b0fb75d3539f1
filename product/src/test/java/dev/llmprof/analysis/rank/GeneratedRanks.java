package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.JoinEvidence;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Ranks that compute, idle and meet in collectives, which end on all of them at the same moment;
/// and what each one's profiler writes of it, on its own clock.
public final class GeneratedRanks {
    private static final long BEGIN_NANOS = 1_000_000_000;
    private static final int TRANSFER_NANOS = 10_000;

    private final long[] now;
    private final long[] offsetNanos;
    private final double[] drift;
    private final long[] leavesLaterNanos;
    private final List<List<String>> events = new ArrayList<>();
    private final List<LinkedHashMap<String, int[]>> groups = new ArrayList<>();
    private boolean saysGroups = true;

    public GeneratedRanks(int ranks) {
        now = new long[ranks];
        Arrays.fill(now, BEGIN_NANOS);
        offsetNanos = new long[ranks];
        drift = new double[ranks];
        leavesLaterNanos = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            events.add(new ArrayList<>());
            groups.add(new LinkedHashMap<>());
        }
    }

    /// The rank's clock is so far ahead, and gains so much.
    public GeneratedRanks clock(int rank, long aheadNanos, double partsPerMillion) {
        offsetNanos[rank] = aheadNanos;
        drift[rank] = partsPerMillion / 1e6;
        return this;
    }

    /// As older versions of PyTorch write it: kernels without arguments.
    public GeneratedRanks withoutGroups() {
        saysGroups = false;
        return this;
    }

    public GeneratedRanks compute(int rank, String kernel, long nanos) {
        kernel(rank, kernel, 7, nanos, "");
        return this;
    }

    public GeneratedRanks idle(int rank, long nanos) {
        now[rank] += nanos;
        return this;
    }

    public GeneratedRanks everybodyComputes(long nanos) {
        for (int rank = 0; rank < now.length; rank++) {
            compute(rank, "gemm", nanos);
        }
        return this;
    }

    /// As on a busy host: the rank's next collective ends there so much later.
    public GeneratedRanks leavesLater(int rank, long nanos) {
        leavesLaterNanos[rank] = nanos;
        return this;
    }

    /// Of `float`s; ends at once on all, a moment after the last has come.
    public GeneratedRanks collective(String kind, String description, long elements, int... ranks) {
        long end = IntStream.of(ranks).mapToLong(rank -> now[rank]).max().orElseThrow();
        for (int rank : ranks) {
            groups.get(rank).put(description, ranks);
            kernel(
                    rank,
                    "ncclDevKernel_" + kind,
                    20,
                    end + TRANSFER_NANOS + leavesLaterNanos[rank] - now[rank],
                    arguments(rank, kind, description, elements, elements, -1));
            leavesLaterNanos[rank] = 0;
        }
        return this;
    }

    /// An all-to-all in which the ranks send and receive that many elements.
    public GeneratedRanks exchange(String description, long[] sent, long[] received) {
        long end = Arrays.stream(now).max().orElseThrow();
        int[] all = IntStream.range(0, now.length).toArray();
        for (int rank : all) {
            groups.get(rank).put(description, all);
            kernel(
                    rank,
                    "ncclDevKernel_SendRecv",
                    20,
                    end + TRANSFER_NANOS - now[rank],
                    arguments(rank, "all_to_allv", description, sent[rank], received[rank], -1));
        }
        return this;
    }

    /// The sender goes on at once, the receiver when it has come.
    public GeneratedRanks message(int from, int to, long elements) {
        kernel(
                from,
                "ncclDevKernel_SendRecv",
                20,
                1_000,
                arguments(from, "send", "pp", elements, elements, to));
        long end = Math.max(now[from], now[to]) + TRANSFER_NANOS;
        kernel(
                to,
                "ncclDevKernel_SendRecv",
                20,
                end - now[to],
                arguments(to, "recv", "pp", elements, elements, from));
        return this;
    }

    private String arguments(
            int rank, String kind, String description, long sent, long received, int peer) {
        if (!saysGroups) {
            return "";
        }
        groups.get(rank).putIfAbsent(description, IntStream.range(0, now.length).toArray());
        // Numbers of groups are a rank's own: the same one is another group elsewhere.
        int name = List.copyOf(groups.get(rank).keySet()).indexOf(description);
        return (",\"args\":{\"Collective name\":\"%s\",\"In msg nelems\":%d,\"Out msg nelems\":%d,"
                        + "\"dtype\":\"Float\",\"Process Group Name\":\"%s\","
                        + "\"Process Group Description\":\"%s\",\"Process Group Ranks\":\"%s\"%s}")
                .formatted(
                        kind,
                        sent,
                        received,
                        description + name,
                        description,
                        Arrays.toString(groups.get(rank).get(description)),
                        peer < 0 ? "" : ",\"Dst Rank\":" + peer);
    }

    private void kernel(int rank, String name, int stream, long nanos, String arguments) {
        events.get(rank)
                .add(
                        "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"pid\":0,\"tid\":%d,\"ts\":%s,\"dur\":%s%s}"
                                .formatted(
                                        name,
                                        stream,
                                        micros(shown(rank, now[rank])),
                                        micros(
                                                shown(rank, now[rank] + nanos)
                                                        - shown(rank, now[rank])),
                                        arguments));
        now[rank] += nanos;
    }

    /// What the rank's clock shows.
    public long shown(int rank, long nanos) {
        return nanos + offsetNanos[rank] + Math.round(drift[rank] * (nanos - BEGIN_NANOS));
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%d.%03d", nanos / 1000, nanos % 1000);
    }

    public String json(int rank) {
        return json(rank, now.length);
    }

    public String json(int rank, int worldSize) {
        return "{\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":%d,\"world_size\":%d},\"traceEvents\":[%s]}"
                .formatted(
                        rank,
                        worldSize,
                        events.get(rank).stream().collect(Collectors.joining(",\n")));
    }

    public RankRecord record(int rank) {
        return reduced("rank" + rank + ".json", json(rank));
    }

    public static RankRecord reduced(String name, String json) {
        NestedTrace nested =
                NestedTrace.of(
                        KinetoReader.read(
                                name,
                                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))));
        return JoinEvidence.of(JoinEvidence.graphs(nested), nested, Capture.of(nested))
                .rank()
                .orElseThrow();
    }

    public List<RankRecord> records() {
        return IntStream.range(0, now.length).mapToObj(this::record).toList();
    }

    public Ranks compared() {
        return RankComparisons.of(records()).orElseThrow();
    }
}
