package dev.llmprof.analysis;

import dev.llmprof.analysis.RangeBreakdown.Projection;
import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.List;

/// The GPU work launched inside each range, at any depth, and inside each range as the innermost
/// one.
final class Projections {
    private final HostTree tree;
    private final int[] rangeAround;
    private final LongIndex slots = new LongIndex();
    private final List<Sums> sums = new ArrayList<>();
    private final List<Span> spans = new ArrayList<>();

    private Projections(HostTree tree) {
        this.tree = tree;
        this.rangeAround = tree.nearest(HostKind.RANGE);
    }

    /// The work of one range in one stream, when it is the innermost around the launch.
    record Span(int range, Union union) {}

    private static final class Sums {
        private final Union union = new Union();
        private long events;
        private long nanos;
    }

    static Projections of(GpuTable gpu, HostTree tree, Links links) {
        Projections projections = new Projections(tree);
        LongIndex spanSlots = new LongIndex();
        for (int row : links.order()) {
            int call = links.call(row);
            int range = call == Links.NONE ? HostTree.NONE : projections.rangeAround[call];
            if (range == HostTree.NONE) {
                continue;
            }
            projections
                    .innermost(spanSlots, range, gpu.lane().code(row))
                    .add(gpu.startNanos().get(row), gpu.endNanos(row));
            for (int at = range; at != HostTree.NONE; at = projections.above(at)) {
                projections.add(at, gpu.startNanos().get(row), gpu.durationNanos().get(row));
            }
        }
        return projections;
    }

    Projection of(int rangeRow) {
        int slot = slots.get(rangeRow);
        if (slot == LongIndex.NONE) {
            return Projection.NONE;
        }
        Sums sum = sums.get(slot);
        return new Projection(sum.events, sum.nanos, sum.union.covered(), sum.union.span());
    }

    List<Span> innermostSpans() {
        return spans;
    }

    /// The innermost range around a host row, itself included.
    int rangeAround(int hostRow) {
        return rangeAround[hostRow];
    }

    /// The next range around a range.
    int above(int range) {
        int parent = tree.parent(range);
        return parent == HostTree.NONE ? HostTree.NONE : rangeAround[parent];
    }

    HostTable host() {
        return tree.host();
    }

    private void add(int range, long start, long duration) {
        if (slots.putIfAbsent(range, sums.size())) {
            sums.add(new Sums());
        }
        Sums sum = sums.get(slots.get(range));
        sum.events++;
        sum.nanos += duration;
        sum.union.add(start, start + duration);
    }

    private Union innermost(LongIndex spanSlots, int range, int lane) {
        long key = ((long) range << 32) | lane;
        if (spanSlots.putIfAbsent(key, spans.size())) {
            spans.add(new Span(range, new Union()));
        }
        return spans.get(spanSlots.get(key)).union();
    }
}
