package dev.llmprof.analysis.nsys;

import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Makes [RangeKernels]: one sweep, each kernel entering the group of every range around its
/// launch.
final class RangeKernelTables {
    private static final Comparator<RangeKernels.Row> ORDER =
            Comparator.comparing((RangeKernels.Row row) -> row.range().isPresent())
                    .thenComparing(RangeKernelTables::rangeBytes, Arrays::compareUnsigned)
                    .thenComparing(row -> row.thread().isPresent())
                    .thenComparing(
                            row -> row.thread().map(RangeKernels.OnThread::process).orElse(0L))
                    .thenComparing(
                            row -> row.thread().map(RangeKernels.OnThread::thread).orElse(0L))
                    .thenComparingLong(row -> -row.time().totalNanos())
                    .thenComparing(row -> row.range().map(RangeKernels.Range::style).orElse(""))
                    .thenComparing(RangeKernels.Row::kernel);

    private static final int NO_RANGE = -1;

    private final GpuTable gpu;
    private final HostTable host;
    private final RangeSweep sweep;
    private final LaunchedWork work;

    /// Of each range the number of its thread, style and name; ranges of one number share groups.
    private final int[] kindOfRange;

    private final LongIndex names = new LongIndex();
    private final LongIndex kinds = new LongIndex();
    private final LongIndex groupIndex = new LongIndex();
    private final List<Group> groups = new ArrayList<>();

    private RangeKernelTables(GpuTable gpu, RangeSweep sweep) {
        this.gpu = gpu;
        this.host = sweep.host();
        this.sweep = sweep;
        this.work = sweep.work();
        this.kindOfRange = new int[host.size()];
    }

    static RangeKernels of(GpuTable gpu, RangeSweep sweep) {
        return new RangeKernelTables(gpu, sweep).table();
    }

    private RangeKernels table() {
        sweep.over(
                new RangeSweep.Visitor() {
                    @Override
                    public void range(int range, int[] open, int count) {
                        kindOfRange[range] = kind(range);
                    }

                    @Override
                    public void call(int call, int[] around, int count) {
                        add(call, around, count);
                    }
                });
        for (int event : work.unlaunched()) {
            if (isKernel(event)) {
                group(kindOutside(-1), event, Optional.empty(), Optional.empty())
                        .add(event, NO_RANGE);
            }
        }
        return new RangeKernels(
                groups.stream().map(group -> group.row(gpu)).sorted(ORDER).toList());
    }

    private void add(int call, int[] around, int count) {
        for (int at = work.firsts()[call]; at < work.firsts()[call + 1]; at++) {
            int event = work.gpuRows()[at];
            if (isKernel(event)) {
                add(event, call, around, count);
            }
        }
    }

    private void add(int event, int call, int[] around, int count) {
        for (int range = 0; range < count; range++) {
            groupAround(around[range], event).add(event, around[range]);
        }
        if (count == 0) {
            int thread = host.thread().code(call);
            group(kindOutside(thread), event, Optional.empty(), thread(call)).add(event, NO_RANGE);
        }
    }

    private boolean isKernel(int event) {
        return gpu.kind().get(event) == GpuKind.KERNEL.code();
    }

    private Group groupAround(int range, int event) {
        int kind = kindOfRange[range];
        int known = groupIndex.get(key(kind, event));
        return known != LongIndex.NONE
                ? groups.get(known)
                : group(kind, event, Optional.of(described(range)), thread(range));
    }

    private Group group(
            int kind,
            int event,
            Optional<RangeKernels.Range> range,
            Optional<RangeKernels.OnThread> thread) {
        long key = key(kind, event);
        if (groupIndex.putIfAbsent(key, groups.size())) {
            groups.add(new Group(range, thread, gpu.name().get(event)));
        }
        return groups.get(groupIndex.get(key));
    }

    private long key(int kind, int event) {
        return (long) kind << 32 | gpu.name().code(event);
    }

    private int kind(int range) {
        int name = number(names, NsysSummaries.rangeKey(host, range));
        return number(kinds, (long) name << 32 | host.thread().code(range));
    }

    private int kindOutside(int thread) {
        return number(kinds, -2L - thread);
    }

    private static int number(LongIndex index, long key) {
        index.putIfAbsent(key, index.size());
        return index.get(key);
    }

    private RangeKernels.Range described(int range) {
        return new RangeKernels.Range(
                NsysSummaries.rangeName(host, range), NsysSummaries.style(host, range));
    }

    private Optional<RangeKernels.OnThread> thread(int row) {
        HostThread thread = host.thread().get(row);
        return Optional.of(
                new RangeKernels.OnThread(
                        Long.parseLong(thread.process()), Long.parseLong(thread.thread())));
    }

    private static byte[] rangeBytes(RangeKernels.Row row) {
        return row.range()
                .map(RangeKernels.Range::name)
                .orElse("")
                .getBytes(StandardCharsets.UTF_8);
    }

    /// The kernels of one name in ranges of one name on one thread, each with the range's own row.
    private static final class Group {
        private final Optional<RangeKernels.Range> range;
        private final Optional<RangeKernels.OnThread> thread;
        private final String kernel;
        private int[] events = new int[4];

        /// The same one again and again is noted once.
        private int[] ranges = new int[4];

        private int count;
        private int rangeCount;
        private long instances;

        Group(
                Optional<RangeKernels.Range> range,
                Optional<RangeKernels.OnThread> thread,
                String kernel) {
            this.range = range;
            this.thread = thread;
            this.kernel = kernel;
        }

        void add(int event, int rangeRow) {
            if (count == events.length) {
                events = Arrays.copyOf(events, count + count / 2);
            }
            // An event comes once, with all ranges around it.
            instances += count == 0 || events[count - 1] != event ? 1 : 0;
            events[count++] = event;
            if (rangeCount > 0 && ranges[rangeCount - 1] == rangeRow) {
                return;
            }
            if (rangeCount == ranges.length) {
                ranges = Arrays.copyOf(ranges, rangeCount + rangeCount / 2);
            }
            ranges[rangeCount++] = rangeRow;
        }

        RangeKernels.Row row(GpuTable gpu) {
            long[] nanos = new long[count];
            Arrays.setAll(nanos, at -> gpu.durationNanos().get(events[at]));
            return new RangeKernels.Row(
                    range,
                    thread,
                    range.isPresent() ? distinctRanges() : 0,
                    instances,
                    NsysTimes.of(nanos, 0, count),
                    kernel);
        }

        private long distinctRanges() {
            Arrays.sort(ranges, 0, rangeCount);
            long distinct = 0;
            for (int at = 0; at < rangeCount; at++) {
                distinct += at == 0 || ranges[at] != ranges[at - 1] ? 1 : 0;
            }
            return distinct;
        }
    }
}
