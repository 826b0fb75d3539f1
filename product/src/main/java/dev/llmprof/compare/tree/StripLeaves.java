package dev.llmprof.compare.tree;

import dev.llmprof.compare.tree.LeafTable.Parent;
import java.util.Arrays;

/// The leaf of each part of a strip, and the node over each unit.
final class StripLeaves {
    private final StripSide side;
    private final LeafTable table;
    private final Parent[] parents;
    private final int[] leaves;

    StripLeaves(StripSide side, LeafTable table) {
        this.side = side;
        this.table = table;
        this.parents = new Parent[side.strip().units().size()];
        this.leaves = new int[side.strip().parts().name().size()];
        Arrays.fill(leaves, TimeStrip.NONE);
    }

    StripSide side() {
        return side;
    }

    Parent own(int unit) {
        return table.parent(side.place(unit), side.label(unit));
    }

    Parent parent(int unit) {
        return parents[unit];
    }

    int leaf(int part) {
        return leaves[part];
    }

    int first(int unit) {
        return side.strip().units().firstPart().get(unit);
    }

    /// Its idle time goes below the node as well.
    void place(int unit, Parent parent) {
        parents[unit] = parent;
        for (int part = side.workEnd(unit); part < side.strip().units().partsEnd(unit); part++) {
            leaves[part] = table.leaf(parent, side.name(part), true);
        }
    }

    void put(int part, int leaf) {
        leaves[part] = leaf;
    }

    /// As it stands in its own capture.
    void alone(int unit) {
        Parent parent = own(unit);
        place(unit, parent);
        for (int part = first(unit); part < side.workEnd(unit); part++) {
            leaves[part] = table.leaf(parent, side.name(part), false);
        }
    }

    /// Adds every part to its leaf.
    void addTo(int which, int run) {
        TimeStrip.Parts parts = side.strip().parts();
        for (int part = 0; part < leaves.length; part++) {
            table.sums(leaves[part])
                    .add(which, run, parts.ownedNanos().get(part), parts.hiddenNanos().get(part));
        }
    }
}
