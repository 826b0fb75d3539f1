package dev.llmprof.analysis.rank;

import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;

/// The communication of one rank, in the order of its starts, which are its arrivals.
///
/// `group` is the place in the rank's list of groups, or [#NONE] where the capture does not say
/// which; then `thread` may tell: gloo has threads for each group. `peer` is the other rank of a
/// message; where the group is not said, its number within the group.
public record RankCollectives(
        IntColumn group,
        IntColumn kind,
        LongColumn startNanos,
        LongColumn endNanos,
        LongColumn sequence,
        LongColumn sentBytes,
        LongColumn receivedBytes,
        IntColumn peer,
        LongColumn thread) {
    public static final int NONE = -1;

    public int size() {
        return startNanos.size();
    }

    long nanos(int row) {
        return endNanos.get(row) - startNanos.get(row);
    }

    public CollectiveKind kindOf(int row) {
        return CollectiveKind.at(kind.get(row));
    }

    /// Appends one after the other.
    public static final class Builder {
        private final IntColumn.Builder group = new IntColumn.Builder();
        private final IntColumn.Builder kind = new IntColumn.Builder();
        private final LongColumn.Builder startNanos = new LongColumn.Builder();
        private final LongColumn.Builder endNanos = new LongColumn.Builder();
        private final LongColumn.Builder sequence = new LongColumn.Builder();
        private final LongColumn.Builder sentBytes = new LongColumn.Builder();
        private final LongColumn.Builder receivedBytes = new LongColumn.Builder();
        private final IntColumn.Builder peer = new IntColumn.Builder();
        private final LongColumn.Builder thread = new LongColumn.Builder();

        public Builder what(CollectiveKind what, long start, long end) {
            kind.add(what.number());
            startNanos.add(start);
            endNanos.add(end);
            return this;
        }

        public Builder whose(int groupPlace, int peerRank, long threadNumber, long number) {
            group.add(groupPlace);
            peer.add(peerRank);
            thread.add(threadNumber);
            sequence.add(number);
            return this;
        }

        public Builder bytes(long sent, long received) {
            sentBytes.add(sent);
            receivedBytes.add(received);
            return this;
        }

        public RankCollectives build() {
            return new RankCollectives(
                    group.build(),
                    kind.build(),
                    startNanos.build(),
                    endNanos.build(),
                    sequence.build(),
                    sentBytes.build(),
                    receivedBytes.build(),
                    peer.build(),
                    thread.build());
        }
    }
}
