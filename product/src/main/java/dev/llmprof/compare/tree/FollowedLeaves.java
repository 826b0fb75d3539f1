package dev.llmprof.compare.tree;

import dev.llmprof.compare.align.AlignedBlocks;
import dev.llmprof.compare.align.SequenceAlignment;
import dev.llmprof.compare.align.WorkTokens;
import dev.llmprof.compare.tree.LeafTable.Parent;
import java.util.List;
import java.util.Map;

/// Gives a further run of a side the leaves that the first run of that side has.
final class FollowedLeaves implements AlignedBlocks.Taker {
    private final LeafTable table;
    private final StripLeaves first;
    private final StripLeaves other;
    private final int[] rowsFirst;
    private final int[] rowsOther;

    private FollowedLeaves(
            LeafTable table,
            StripLeaves first,
            StripLeaves other,
            int[] rowsFirst,
            int[] rowsOther) {
        this.table = table;
        this.first = first;
        this.other = other;
        this.rowsFirst = rowsFirst;
        this.rowsOther = rowsOther;
    }

    static void place(LeafTable table, StripLeaves first, StripLeaves other) {
        WorkTokens tokens = first.side().tokens(true);
        WorkTokens others = other.side().tokens(true);
        Map<String, List<int[]>> groups = first.side().groups();
        other.side()
                .groups()
                .forEach((kind, steps) -> {
                    List<int[]> known = groups.getOrDefault(kind, List.of(new int[0]));
                    for (int step = 0; step < steps.size(); step++) {
                        int[] rows = known.get(step % known.size());
                        int[] own = steps.get(step);
                        AlignedBlocks.each(
                                SequenceAlignment.partners(tokens, rows, others, own),
                                own.length,
                                new FollowedLeaves(table, first, other, rows, own));
                    }
                });
    }

    @Override
    public void pair(int atFirst, int atOther) {
        int unit = rowsFirst[atFirst];
        int own = rowsOther[atOther];
        Parent parent = first.parent(unit);
        other.place(own, parent);
        int works = first.side().workEnd(unit) - first.first(unit);
        for (int part = other.first(own); part < other.side().workEnd(own); part++) {
            int at = part - other.first(own);
            other.put(
                    part,
                    at < works
                            ? first.leaf(first.first(unit) + at)
                            : table.leaf(parent, other.side().name(part), false));
        }
    }

    @Override
    public void block(int fromFirst, int toFirst, int fromOther, int toOther) {
        for (int at = fromOther; at < toOther; at++) {
            other.alone(rowsOther[at]);
        }
    }
}
