package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.breakdown.RangeBreakdown.Projection;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Unions;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import java.util.Arrays;

/// The GPU work launched inside each range, at any depth, and inside each range as the innermost
/// one.
public final class Projections {
    private static final int NO_SLOT = -1;

    private final HostTree tree;
    private final int[] rangeAround;
    private final int[] slots;
    private final Unions unions = new Unions();
    private int[] events = new int[16];
    private long[] nanos = new long[16];
    private long[] ownNanos = new long[16];
    private final InnermostSpans spans = new InnermostSpans();

    private Projections(HostTree tree) {
        this.tree = tree;
        this.rangeAround = tree.nearest(HostKind.RANGE);
        this.slots = new int[rangeAround.length];
        Arrays.fill(slots, NO_SLOT);
    }

    public static Projections of(GpuTable gpu, HostTree tree, Links links) {
        Projections projections = new Projections(tree);
        for (int row : links.order()) {
            int call = links.call(row);
            int range = call == Links.NONE ? HostTree.NONE : projections.rangeAround[call];
            if (range == HostTree.NONE) {
                continue;
            }
            long start = gpu.startNanos().get(row);
            long duration = gpu.durationNanos().get(row);
            for (int at = range; at != HostTree.NONE; at = projections.above(at)) {
                projections.add(at, start, duration);
            }
            int slot = projections.slots[range];
            projections.ownNanos[slot] += duration;
            projections.spans.add(range, slot, gpu.lane().code(row), start, start + duration);
        }
        return projections;
    }

    public Projection of(int rangeRow) {
        int slot = slots[rangeRow];
        return slot == NO_SLOT
                ? Projection.NONE
                : new Projection(
                        events[slot], nanos[slot], unions.covered(slot), unions.span(slot));
    }

    /// Of the GPU work that no range inside this one launched, the sum of durations.
    long ownNanos(int rangeRow) {
        return slots[rangeRow] == NO_SLOT ? 0 : ownNanos[slots[rangeRow]];
    }

    InnermostSpans innermostSpans() {
        return spans;
    }

    /// The innermost range around a host row, itself included.
    public int rangeAround(int hostRow) {
        return rangeAround[hostRow];
    }

    /// The next range around a range.
    public int above(int range) {
        int parent = tree.parent(range);
        return parent == HostTree.NONE ? HostTree.NONE : rangeAround[parent];
    }

    private void add(int range, long start, long duration) {
        int slot = slots[range];
        if (slot == NO_SLOT) {
            slot = unions.fresh(start);
            slots[range] = slot;
            if (slot == events.length) {
                events = Arrays.copyOf(events, slot * 2);
                nanos = Arrays.copyOf(nanos, slot * 2);
                ownNanos = Arrays.copyOf(ownNanos, slot * 2);
            }
        }
        events[slot]++;
        nanos[slot] += duration;
        unions.add(slot, start, start + duration);
    }
}
