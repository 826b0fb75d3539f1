package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.TextColumn;

/// A rank's time, cut wherever communication begins or ends: one interval between each two
/// `bounds`.
///
/// `collective` is the communication that was under way, begun last, or [RankCollectives#NONE]. The
/// parts of an interval are what was computed in it and, without communication, why it was idle;
/// what they leave of its length was spent in the communication. `firstPart` has one entry more
/// than there are intervals.
public record RankIntervals(
        LongColumn boundsNanos,
        IntColumn collective,
        IntColumn firstPart,
        IntColumn partKind,
        TextColumn partName,
        LongColumn partNanos) {
    public static final int COMPUTE = 0;
    public static final int IDLE = 1;

    public int size() {
        return collective.size();
    }

    long nanos(int interval) {
        return boundsNanos.get(interval + 1) - boundsNanos.get(interval);
    }

    /// Of one kind of part.
    long sum(int interval, int kind) {
        long sum = 0;
        for (int part = firstPart.get(interval); part < firstPart.get(interval + 1); part++) {
            sum += partKind.get(part) == kind ? partNanos.get(part) : 0;
        }
        return sum;
    }

    /// The interval that begins at or behind that time.
    int from(long nanos) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (boundsNanos.get(middle) < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// How the time of a rank without a GPU divides, in the words that GPUs have for it.
    GpuTimeline timeline() {
        long computing = 0;
        long communicating = 0;
        long hidden = 0;
        long idle = 0;
        for (int at = 0; at < size(); at++) {
            long computed = sum(at, RankIntervals.COMPUTE);
            computing += computed;
            if (collective.get(at) == RankCollectives.NONE) {
                idle += nanos(at) - computed;
            } else {
                communicating += nanos(at);
                hidden += computed;
            }
        }
        long span = size() == 0 ? 0 : boundsNanos.get(size()) - boundsNanos.get(0);
        return new GpuTimeline(
                span, span - idle, computing, communicating, communicating - hidden, 0, 0, hidden);
    }

    /// Appends intervals one after the other, each with its parts.
    public static final class Builder {
        private final LongColumn.Builder bounds = new LongColumn.Builder();
        private final IntColumn.Builder collective = new IntColumn.Builder();
        private final IntColumn.Builder firstPart = new IntColumn.Builder();
        private final IntColumn.Builder partKind = new IntColumn.Builder();
        private final TextColumn.Builder partName = new TextColumn.Builder();
        private final LongColumn.Builder partNanos = new LongColumn.Builder();

        public void interval(long startNanos, int inCollective) {
            bounds.add(startNanos);
            collective.add(inCollective);
            firstPart.add(partNanos.size());
        }

        public void part(int kind, String name, long nanos) {
            partKind.add(kind);
            partName.add(name);
            partNanos.add(nanos);
        }

        public RankIntervals build(long endNanos) {
            bounds.add(endNanos);
            firstPart.add(partNanos.size());
            return new RankIntervals(
                    bounds.build(),
                    collective.build(),
                    firstPart.build(),
                    partKind.build(),
                    partName.build(),
                    partNanos.build());
        }
    }
}
