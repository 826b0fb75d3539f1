package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.table.LongIndex;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.CollectiveTable;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Rank;
import dev.llmprof.trace.RankGroup;
import dev.llmprof.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the communication of one trace: kernels of NCCL and RCCL, with what they or their
/// operators say of the group, and gloo's annotations on the host.
final class CommunicationSearch {
    private static final String GLOO = "gloo:";
    private static final String DISTRIBUTED = "c10d::";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");

    private final NestedTrace nested;
    private final Trace trace;
    private final HostTable host;
    private final GpuTable gpu;
    private final CollectiveTable said;
    private final LongIndex saidOfGpu = new LongIndex();
    private final LongIndex saidOfHost = new LongIndex();
    private final List<RankGroup> groups = new ArrayList<>();
    private final BitSet workers = new BitSet();

    CommunicationSearch(NestedTrace nested) {
        this.nested = nested;
        this.trace = nested.trace();
        this.host = trace.host();
        this.gpu = trace.gpu();
        this.said = trace.collectives();
        groups.addAll(trace.rank().map(Rank::groups).orElse(List.of()));
        for (int row = 0; row < said.size(); row++) {
            (said.place().get(row) == CollectiveTable.GPU ? saidOfGpu : saidOfHost)
                    .putIfAbsent(said.row().get(row), row);
        }
    }

    /// Those of the trace's header, and those that only single events name.
    List<RankGroup> groups() {
        return groups;
    }

    /// Whether gloo works on that thread, beside the program.
    boolean isWorker(int thread) {
        return workers.get(thread);
    }

    static boolean isCommunication(String operator) {
        return operator.startsWith(DISTRIBUTED)
                || operator.equals("record_param_comms")
                || operator.startsWith("_c10d_functional::");
    }

    /// GPU rows first, then host rows as `gpu.size() + row`; in the order of their starts.
    RankCollectives found() {
        int[] ranges = Rows.where(host.size(), this::isGloo);
        markWorkers(ranges);
        int[] kernels = Rows.where(gpu.size(), nested.kinds()::communicates);
        int[] all = new int[kernels.length + ranges.length];
        System.arraycopy(kernels, 0, all, 0, kernels.length);
        for (int at = 0; at < ranges.length; at++) {
            all[kernels.length + at] = gpu.size() + ranges[at];
        }
        Rows.sorted(all, (left, right) -> Long.compare(start(left), start(right)));
        var rows = new RankCollectives.Builder();
        for (int row : all) {
            if (row < gpu.size()) {
                kernel(rows, row);
            } else {
                range(rows, row - gpu.size());
            }
        }
        return rows.build();
    }

    private long start(int row) {
        return row < gpu.size()
                ? gpu.startNanos().get(row)
                : host.startNanos().get(row - gpu.size());
    }

    private boolean isGloo(int row) {
        return host.kindOf(row) == HostKind.RANGE && host.name().get(row).startsWith(GLOO);
    }

    /// A thread that has annotations and no operators of `c10d` only does what others asked for.
    private void markWorkers(int[] ranges) {
        for (int row : ranges) {
            workers.set(host.thread().code(row));
        }
        for (int row = 0; row < host.size() && !workers.isEmpty(); row++) {
            if (host.kindOf(row) == HostKind.OPERATOR
                    && host.name().get(row).startsWith(DISTRIBUTED)) {
                workers.clear(host.thread().code(row));
            }
        }
    }

    private void kernel(RankCollectives.Builder rows, int row) {
        int fact = saidOfGpu.get(row);
        int operator = nested.links().operator(row);
        if (fact == LongIndex.NONE && operator != Links.NONE) {
            fact = saidOfHost.get(operator);
        }
        long start = gpu.startNanos().get(row);
        if (fact == LongIndex.NONE) {
            rows.what(CollectiveKind.of(gpu.name().get(row)), start, gpu.endNanos(row))
                    .whose(RankCollectives.NONE, RankCollectives.NONE, -1, -1)
                    .bytes(0, 0);
            return;
        }
        CollectiveKind kind = CollectiveKind.of(said.name().get(fact));
        int group = group(fact);
        long element = ElementBytes.of(said.type().get(fact));
        rows.what(kind, start, gpu.endNanos(row))
                .whose(
                        group,
                        kind.isMessage() ? peer(fact, group) : RankCollectives.NONE,
                        -1,
                        said.sequence().get(fact))
                .bytes(
                        Math.max(0, said.sentElements().get(fact)) * element,
                        Math.max(0, said.receivedElements().get(fact)) * element);
    }

    private int peer(int fact, int group) {
        long peer = said.peer().get(fact);
        int own = trace.rank().map(Rank::rank).orElse(RankCollectives.NONE);
        if (peer != CollectiveTable.NONE || group == RankCollectives.NONE) {
            return (int) peer;
        }
        List<Integer> ranks = groups.get(group).ranks();
        return ranks.size() == 2 && ranks.contains(own)
                ? ranks.get(ranks.getFirst() == own ? 1 : 0)
                : RankCollectives.NONE;
    }

    /// By the name, which is the rank's own; long lists of ranks are cut in the events.
    private int group(int fact) {
        String name = said.group().get(fact);
        String description = said.description().get(fact);
        for (int at = 0; at < groups.size(); at++) {
            if (groups.get(at).name().equals(name)) {
                return at;
            }
        }
        String ranks = said.ranks().get(fact);
        if (ranks.isEmpty() || ranks.contains("...")) {
            return RankCollectives.NONE;
        }
        List<Integer> numbers = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(ranks);
        while (matcher.find()) {
            numbers.add(Integer.valueOf(matcher.group()));
        }
        groups.add(new RankGroup(name, description, "", numbers));
        return groups.size() - 1;
    }

    private void range(RankCollectives.Builder rows, int row) {
        CollectiveKind kind = CollectiveKind.of(host.name().get(row).substring(GLOO.length()));
        int thread = host.thread().code(row);
        boolean worker = workers.get(thread);
        long bytes = ElementBytes.of(host.inputShapes().get(row), host.inputTypes().get(row));
        rows.what(kind, host.startNanos().get(row), host.endNanos(row))
                .whose(
                        RankCollectives.NONE,
                        kind.isMessage() ? asked(row) : RankCollectives.NONE,
                        worker ? threadNumber(thread) : -1,
                        -1)
                .bytes(bytes, bytes);
    }

    private long threadNumber(int thread) {
        Matcher number = NUMBER.matcher(host.thread().values().get(thread).thread());
        return number.find() ? Long.parseLong(number.group()) : thread;
    }

    /// Whom the operator asked for that the annotation follows: the first number of its arguments.
    private int asked(int row) {
        long start = host.startNanos().get(row);
        int best = RankCollectives.NONE;
        long latest = Long.MIN_VALUE;
        for (int at = row - LOOK_BACK; at < row + LOOK_BACK; at++) {
            if (at >= 0
                    && at < host.size()
                    && host.name().get(at).startsWith(DISTRIBUTED)
                    && host.thread().code(at) == host.thread().code(row)
                    && host.startNanos().get(at) <= start
                    && host.startNanos().get(at) > latest) {
                best = at;
                latest = host.startNanos().get(at);
            }
        }
        if (best == RankCollectives.NONE) {
            return best;
        }
        Matcher number = NUMBER.matcher(host.arguments().get(best));
        return number.find() ? Integer.parseInt(number.group()) : RankCollectives.NONE;
    }

    private static final int LOOK_BACK = 16;
}
