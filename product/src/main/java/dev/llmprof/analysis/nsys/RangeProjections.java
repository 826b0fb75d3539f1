package dev.llmprof.analysis.nsys;

import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;

/// Projects ranges: one sweep over the host's time, each call adding its GPU work to every range
/// around it.
final class RangeProjections {
    private final GpuTable gpu;
    private final HostTable host;
    private final Containment containment;
    private final RangeSweep sweep;
    private final LaunchedWork work;

    /// For each host row the place among the ranges, or -1, so that columns are only as long as
    /// there are ranges.
    private final int[] rangeOf;

    private final int[] rangeRows;
    private final int[] parents;
    private final int[] levels;
    private final int[] operations;
    private final long[] starts;
    private final long[] ends;

    private RangeProjections(GpuTable gpu, RangeSweep sweep, Containment containment) {
        this.gpu = gpu;
        this.host = sweep.host();
        this.containment = containment;
        this.sweep = sweep;
        this.work = sweep.work();
        this.rangeRows = Rows.where(host.size(), row -> RangeSweep.isOnOneThread(host, row));
        this.rangeOf = new int[host.size()];
        int count = rangeRows.length;
        for (int range = 0; range < count; range++) {
            rangeOf[rangeRows[range]] = range;
        }
        this.parents = new int[count];
        this.levels = new int[count];
        this.operations = new int[count];
        this.starts = new long[count];
        this.ends = new long[count];
        Arrays.fill(parents, RangeProjection.NONE);
        Arrays.fill(starts, Long.MAX_VALUE);
        Arrays.fill(ends, Long.MIN_VALUE);
    }

    static RangeProjection of(GpuTable gpu, RangeSweep sweep, Containment containment) {
        return new RangeProjections(gpu, sweep, containment).projection();
    }

    private RangeProjection projection() {
        sweep.over(
                new RangeSweep.Visitor() {
                    @Override
                    public void range(int range, int[] open, int count) {
                        nest(range, open, count);
                    }

                    @Override
                    public void call(int call, int[] around, int count) {
                        add(call, around, count);
                    }
                });
        return result();
    }

    /// The parent is the shortest range around.
    private void nest(int range, int[] open, int count) {
        long start = host.startNanos().get(range);
        long end = host.endNanos(range);
        long shortest = Long.MAX_VALUE;
        int own = rangeOf[range];
        for (int at = count - 1; at >= 0; at--) {
            long length = host.durationNanos().get(open[at]);
            long outerStart = host.startNanos().get(open[at]);
            if (length < shortest
                    && containment.contains(outerStart, outerStart + length, start, end)) {
                shortest = length;
                parents[own] = rangeOf[open[at]];
            }
        }
        levels[own] = parents[own] == RangeProjection.NONE ? 0 : levels[parents[own]] + 1;
    }

    private void add(int call, int[] around, int count) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int at = work.firsts()[call]; at < work.firsts()[call + 1]; at++) {
            int event = work.gpuRows()[at];
            first = Math.min(first, gpu.startNanos().get(event));
            last = Math.max(last, gpu.endNanos(event));
        }
        for (int at = 0; at < count; at++) {
            int range = rangeOf[around[at]];
            starts[range] = Math.min(starts[range], first);
            ends[range] = Math.max(ends[range], last);
            operations[range]++;
        }
    }

    private RangeProjection result() {
        int[] children = new int[rangeRows.length];
        for (int range = 0; range < rangeRows.length; range++) {
            if (operations[range] > 0 && parents[range] != RangeProjection.NONE) {
                children[parents[range]]++;
            }
        }
        int[] shown = Rows.where(rangeRows.length, range -> operations[range] > 0);
        Rows.sorted(shown, this::earlierThenLonger);
        var range = new IntColumn.Builder();
        var start = new LongColumn.Builder();
        var duration = new LongColumn.Builder();
        var count = new IntColumn.Builder();
        var level = new IntColumn.Builder();
        var child = new IntColumn.Builder();
        var parent = new IntColumn.Builder();
        for (int one : shown) {
            range.add(rangeRows[one]);
            start.add(starts[one]);
            duration.add(ends[one] - starts[one]);
            count.add(operations[one]);
            level.add(levels[one]);
            child.add(children[one]);
            parent.add(hostRow(parents[one]));
        }
        return new RangeProjection(
                range.build(),
                start.build(),
                duration.build(),
                count.build(),
                level.build(),
                child.build(),
                parent.build());
    }

    private int earlierThenLonger(int left, int right) {
        int byStart = Long.compare(starts[left], starts[right]);
        return byStart != 0
                ? byStart
                : Long.compare(ends[right] - starts[right], ends[left] - starts[left]);
    }

    private int hostRow(int range) {
        return range == RangeProjection.NONE ? RangeProjection.NONE : rangeRows[range];
    }
}
