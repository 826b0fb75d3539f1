package dev.llmprof.analysis.rank;

/// The communication of one group, instance by instance: `rows[member][instance]` is the row on
/// that rank, or NONE where it has none. `members` are places in the list of ranks; of a message
/// the sender comes first. `extra` rows of other ranks fit nowhere. What is `doubtful` was paired
/// by its order, and its ends say that this is wrong.
@SuppressWarnings("ArrayRecordComponent") // nobody writes to them
record MatchedGroup(
        GroupKey key, int[] members, int[][] rows, int extra, String pairing, boolean doubtful) {

    MatchedGroup doubted() {
        return new MatchedGroup(key, members, rows, extra, pairing, true);
    }

    int instances() {
        return rows.length == 0 ? 0 : rows[0].length;
    }

    int size() {
        return members.length;
    }

    /// Whether every rank that is there has it, and it is the same on all.
    boolean isWhole(int instance) {
        return !doubtful && isOnAll(instance);
    }

    boolean isOnAll(int instance) {
        for (int[] member : rows) {
            if (member[instance] == RankCollectives.NONE) {
                return false;
            }
        }
        return rows.length > 1;
    }

    int holes() {
        int holes = 0;
        for (int[] member : rows) {
            for (int row : member) {
                holes += row == RankCollectives.NONE ? 1 : 0;
            }
        }
        return holes;
    }
}
