package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.rank.CommunicationGroups.GroupRows;
import dev.llmprof.table.IntColumn;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/// Finds which collective of one rank is which of another: by number where all say it, else by
/// their order; where counts differ, by kind and size, and what is missing stays a hole.
final class SequenceMatching {
    private static final int FARTHEST_SHIFT = 64;
    private static final int LOOK_AHEAD = 64;
    private static final int AGREEING = 3;

    static final String NUMBERED = "sequence number";

    private final List<RankRecord> ranks;
    private final GroupRows group;

    private SequenceMatching(List<RankRecord> ranks, GroupRows group) {
        this.ranks = ranks;
        this.group = group;
    }

    static MatchedGroup of(List<RankRecord> ranks, GroupRows group) {
        var matching = new SequenceMatching(ranks, group);
        return matching.isNumbered() ? matching.byNumber() : matching.byOrder();
    }

    private RankCollectives of(int member) {
        return ranks.get(group.members()[member]).collectives();
    }

    private long sequence(int member, int at) {
        return of(member).sequence().get(group.rows()[member].get(at));
    }

    private boolean isNumbered() {
        for (int member = 0; member < group.rows().length; member++) {
            for (int at = 0; at < group.rows()[member].size(); at++) {
                boolean rises = at == 0 || sequence(member, at) > sequence(member, at - 1);
                if (sequence(member, at) < 0 || !rises) {
                    return false;
                }
            }
        }
        return true;
    }

    private MatchedGroup byNumber() {
        TreeSet<Long> all = new TreeSet<>();
        for (int member = 0; member < group.rows().length; member++) {
            for (int at = 0; at < group.rows()[member].size(); at++) {
                all.add(sequence(member, at));
            }
        }
        long[] numbers = all.stream().mapToLong(Long::longValue).toArray();
        int[][] rows = new int[group.rows().length][numbers.length];
        for (int member = 0; member < rows.length; member++) {
            Arrays.fill(rows[member], RankCollectives.NONE);
            for (int at = 0; at < group.rows()[member].size(); at++) {
                int place = Arrays.binarySearch(numbers, sequence(member, at));
                rows[member][place] = group.rows()[member].get(at);
            }
        }
        return new MatchedGroup(group.key(), group.members(), rows, 0, NUMBERED, false);
    }

    private MatchedGroup byOrder() {
        int longest = 0;
        for (int member = 1; member < group.rows().length; member++) {
            if (group.rows()[member].size() > group.rows()[longest].size()) {
                longest = member;
            }
        }
        int count = group.rows()[longest].size();
        int[][] rows = new int[group.rows().length][];
        int extra = 0;
        boolean ordered = true;
        for (int member = 0; member < rows.length; member++) {
            int[] places = places(longest, member);
            ordered &= places.length == count && isIdentity(places);
            rows[member] = new int[count];
            Arrays.fill(rows[member], RankCollectives.NONE);
            for (int at = 0; at < places.length; at++) {
                if (places[at] < 0) {
                    extra++;
                } else {
                    rows[member][places[at]] = group.rows()[member].get(at);
                }
            }
        }
        return new MatchedGroup(
                group.key(),
                group.members(),
                rows,
                extra,
                ordered ? "order" : "kind and size",
                false);
    }

    private static boolean isIdentity(int[] places) {
        for (int at = 0; at < places.length; at++) {
            if (places[at] != at) {
                return false;
            }
        }
        return true;
    }

    /// For each row of a member its place among those of the longest, or NONE.
    private int[] places(int longest, int member) {
        IntColumn own = group.rows()[member];
        int[] places = new int[own.size()];
        if (member == longest) {
            Arrays.setAll(places, at -> at);
            return places;
        }
        int shift = shift(longest, member);
        if (shift != Integer.MIN_VALUE) {
            int count = group.rows()[longest].size();
            Arrays.setAll(places, at -> at + shift >= 0 && at + shift < count ? at + shift : -1);
            return places;
        }
        return walked(longest, member);
    }

    /// By how much the same sequence begins later: where several fit, the one whose ends keep the
    /// same distance, which needs no clocks that agree.
    private int shift(int longest, int member) {
        int more = group.rows()[longest].size() - group.rows()[member].size();
        if (group.rows()[member].size() == 0 || more > FARTHEST_SHIFT) {
            return Integer.MIN_VALUE;
        }
        int best = Integer.MIN_VALUE;
        long least = Long.MAX_VALUE;
        for (int shift = 0; shift <= more; shift++) {
            if (fits(longest, member, shift)) {
                long spread = spread(longest, member, shift);
                if (spread < least) {
                    least = spread;
                    best = shift;
                }
            }
        }
        return best;
    }

    private boolean fits(int longest, int member, int shift) {
        for (int at = 0; at < group.rows()[member].size(); at++) {
            if (!same(longest, at + shift, member, at)) {
                return false;
            }
        }
        return true;
    }

    private long spread(int longest, int member, int shift) {
        long[] apart = new long[group.rows()[member].size()];
        for (int at = 0; at < apart.length; at++) {
            apart[at] =
                    of(member).endNanos().get(group.rows()[member].get(at))
                            - of(longest).endNanos().get(group.rows()[longest].get(at + shift));
        }
        return Medians.spread(apart);
    }

    private boolean same(int left, int leftAt, int right, int rightAt) {
        if (leftAt >= group.rows()[left].size() || rightAt >= group.rows()[right].size()) {
            return false;
        }
        int one = group.rows()[left].get(leftAt);
        int other = group.rows()[right].get(rightAt);
        if (group.key().message()) {
            return of(left).sentBytes().get(one) == of(right).sentBytes().get(other);
        }
        CollectiveKind kind = of(left).kindOf(one);
        return kind == of(right).kindOf(other)
                && (kind == CollectiveKind.ALL_TO_ALL
                        || of(left).sentBytes().get(one) == of(right).sentBytes().get(other));
    }

    /// Goes along both; where they part, skips as little as brings them together again.
    private int[] walked(int longest, int member) {
        int[] places = new int[group.rows()[member].size()];
        Arrays.fill(places, RankCollectives.NONE);
        int left = 0;
        int right = 0;
        while (left < group.rows()[longest].size() && right < places.length) {
            int skipped = skip(longest, left, member, right);
            if (skipped < 0) {
                left++;
                right++;
                continue;
            }
            left += skipped >>> 16;
            right += skipped & 0xFFFF;
            places[right++] = left++;
        }
        return places;
    }

    /// How many to skip on both sides, in the upper and the lower half; -1 where nothing fits.
    private int skip(int longest, int left, int member, int right) {
        for (int both = 0; both <= LOOK_AHEAD; both++) {
            for (int onRight = 0; onRight <= both; onRight++) {
                int onLeft = both - onRight;
                boolean met =
                        both == 0
                                ? same(longest, left, member, right)
                                : agrees(longest, left + onLeft, member, right + onRight);
                if (met) {
                    return onLeft << 16 | onRight;
                }
            }
        }
        return -1;
    }

    private boolean agrees(int longest, int left, int member, int right) {
        for (int at = 0; at < AGREEING; at++) {
            boolean over =
                    at > 0
                            && (left + at >= group.rows()[longest].size()
                                    || right + at >= group.rows()[member].size());
            if (!over && !same(longest, left + at, member, right + at)) {
                return false;
            }
        }
        return true;
    }
}
