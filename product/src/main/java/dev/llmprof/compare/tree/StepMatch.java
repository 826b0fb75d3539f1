package dev.llmprof.compare.tree;

import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.compare.align.AlignedBlocks;
import dev.llmprof.compare.align.Likeness;
import dev.llmprof.compare.tree.LeafTable.Parent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// One step of A beside one of B. A step too many is held against one that has its partner already,
/// which keeps its places then.
record StepMatch(StripMatch match, Step a, Step b) implements AlignedBlocks.Taker {
    private static final int MOST_NAMES = 4;
    private static final Deque<Integer> NOBODY = new ArrayDeque<>();

    /// The units of a step; `own` if their places are to be found.
    static final class Step {
        private final StripLeaves leaves;
        private final int[] rows;
        private final boolean own;

        Step(StripLeaves leaves, int[] rows, boolean own) {
            this.leaves = leaves;
            this.rows = rows;
            this.own = own;
        }

        StripSide side() {
            return leaves.side();
        }

        int first(int unit) {
            return leaves.first(unit);
        }

        int end(int unit) {
            return side().workEnd(unit);
        }
    }

    void place() {
        int[] partners = match.partners(a.rows, b.rows);
        int[] sure =
                AlignedBlocks.loosened(
                        partners,
                        b.rows.length,
                        at -> match.isDoubtful(a.rows[at], b.rows[partners[at]]));
        AlignedBlocks.each(sure, b.rows.length, this);
    }

    @Override
    public void pair(int atA, int atB) {
        int unitA = a.rows[atA];
        int unitB = b.rows[atB];
        Likeness likeness = match.likeness(unitA, unitB);
        count(LeafSums.A, a, unitA, likeness);
        count(LeafSums.B, b, unitB, likeness);
        Parent parent = a.leaves.own(unitA);
        place(a, unitA, parent);
        place(b, unitB, parent);
        var partsA = new ArrayList<Integer>();
        Map<Integer, Deque<Integer>> byName = byName(unitB);
        for (int part = a.first(unitA); part < a.end(unitA); part++) {
            Integer same = byName.getOrDefault(a.side().name(part), NOBODY).poll();
            if (same == null) {
                partsA.add(part);
            } else {
                put(parent, part, same, likeness);
            }
        }
        rest(
                parent,
                partsA,
                byName.values().stream().flatMap(Deque::stream).sorted().toList(),
                likeness);
    }

    private Map<Integer, Deque<Integer>> byName(int unitB) {
        Map<Integer, Deque<Integer>> byName = new HashMap<>();
        for (int part = b.first(unitB); part < b.end(unitB); part++) {
            byName.computeIfAbsent(b.side().name(part), _ -> new ArrayDeque<>()).add(part);
        }
        return byName;
    }

    /// As many on both sides are the same under other names.
    private void rest(
            Parent parent, List<Integer> partsA, List<Integer> partsB, Likeness likeness) {
        if (partsA.size() != partsB.size()) {
            replaced(parent, ints(partsA), ints(partsB));
            return;
        }
        for (int at = 0; at < partsA.size(); at++) {
            put(parent, partsA.get(at), partsB.get(at), likeness);
        }
    }

    private static int[] ints(List<Integer> parts) {
        return parts.stream().mapToInt(Integer::intValue).toArray();
    }

    private void put(Parent parent, int partA, int partB, Likeness likeness) {
        int leaf = match.table().leaf(parent, a.side().name(partA), false);
        match.table().sums(leaf).paired(likeness);
        match.renamed(parent, b.side().name(partB), leaf);
        put(a, partA, leaf);
        put(b, partB, leaf);
    }

    @Override
    public void block(int fromA, int toA, int fromB, int toB) {
        for (int at = fromA; at < toA; at++) {
            count(LeafSums.A, a, a.rows[at], Likeness.NONE);
        }
        for (int at = fromB; at < toB; at++) {
            count(LeafSums.B, b, b.rows[at], Likeness.NONE);
        }
        if (fromA == toA || fromB == toB) {
            alone(fromA, toA, fromB, toB);
            return;
        }
        int label = match.word(operators(a, fromA, toA) + " → " + operators(b, fromB, toB));
        Parent parent = match.table().parent(a.side().place(a.rows[fromA]), label);
        for (int at = fromA; at < toA; at++) {
            place(a, a.rows[at], parent);
        }
        for (int at = fromB; at < toB; at++) {
            place(b, b.rows[at], parent);
        }
        replaced(parent, parts(a, fromA, toA), parts(b, fromB, toB));
    }

    private void alone(int fromA, int toA, int fromB, int toB) {
        for (int at = fromA; a.own && at < toA; at++) {
            a.leaves.alone(a.rows[at]);
        }
        for (int at = fromB; b.own && at < toB; at++) {
            match.alone(b.rows[at]);
        }
    }

    private void replaced(Parent parent, int[] partsA, int[] partsB) {
        if (partsA.length + partsB.length == 0) {
            return;
        }
        int leaf =
                match.table()
                        .leaf(
                                parent,
                                match.word(kernels(a, partsA) + " → " + kernels(b, partsB)),
                                false);
        match.table().sums(leaf).replaced();
        for (int part : partsA) {
            put(a, part, leaf);
        }
        for (int part : partsB) {
            put(b, part, leaf);
        }
    }

    private void count(int which, Step step, int unit, Likeness likeness) {
        if (step.own) {
            match.matched().add(which, likeness, step.side().workNanos(unit));
        }
    }

    private static void place(Step step, int unit, Parent parent) {
        if (step.own) {
            step.leaves.place(unit, parent);
        }
    }

    private static void put(Step step, int part, int leaf) {
        if (step.own) {
            step.leaves.put(part, leaf);
        }
    }

    private static int[] parts(Step step, int from, int to) {
        return IntStream.range(from, to)
                .map(at -> step.rows[at])
                .flatMap(unit -> IntStream.range(step.first(unit), step.end(unit)))
                .toArray();
    }

    private String operators(Step step, int from, int to) {
        return listed(
                IntStream.range(from, to)
                        .mapToObj(at -> step.side().operator(step.rows[at]))
                        .toList());
    }

    private String kernels(Step step, int[] parts) {
        return listed(
                IntStream.of(parts)
                        .limit(MOST_NAMES + 1L)
                        .mapToObj(part -> KernelNames.brief(match.word(step.side().name(part))))
                        .toList());
    }

    private static String listed(List<String> names) {
        String some = names.stream().limit(MOST_NAMES).collect(Collectors.joining(" + "));
        return "{" + some + (names.size() > MOST_NAMES ? " + …}" : "}");
    }
}
