package dev.llmprof.compare.tree;

import dev.llmprof.compare.align.Likeness;
import dev.llmprof.compare.align.SequenceAlignment;
import dev.llmprof.compare.align.WorkTokens;
import dev.llmprof.compare.tree.LeafTable.Parent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Puts the work of B below the leaves of A: pairs by their likeness, neighbours without a partner
/// on both sides as one block, and the rest where it stands in its own capture.
final class StripMatch {
    private static final double NAMES_KEPT = 0.5;
    private static final int MOST_ALIGNED = 64;

    private final SharedWords words;
    private final LeafTable table;
    private final StripLeaves a;
    private final StripLeaves b;
    private final WorkTokens tokensA;
    private final WorkTokens tokensB;
    private final boolean named;
    private final MatchedTime matched = new MatchedTime();

    /// The leaf that a kernel of B got below a node of A.
    private final Map<Renamed, Integer> renamed = new HashMap<>();

    private final List<Integer> alone = new ArrayList<>();

    private final Map<StepPair, int[]> aligned = new HashMap<>();

    private record Renamed(Parent parent, int name) {}

    private record StepPair(long a, long b) {}

    private StripMatch(SharedWords words, LeafTable table, StripLeaves a, StripLeaves b) {
        this.words = words;
        this.table = table;
        this.a = a;
        this.b = b;
        this.named = share(a.side().names(), b.side().names()) >= NAMES_KEPT;
        this.tokensA = a.side().tokens(named);
        this.tokensB = b.side().tokens(named);
    }

    static MatchedTime of(SharedWords words, LeafTable table, StripLeaves a, StripLeaves b) {
        var match = new StripMatch(words, table, a, b);
        Map<String, List<int[]>> groupsA = a.side().groups();
        Map<String, List<int[]>> groupsB = b.side().groups();
        groupsA.forEach((kind, steps) -> match.steps(steps, groupsB.getOrDefault(kind, List.of())));
        groupsB.forEach((kind, steps) -> {
            if (!groupsA.containsKey(kind)) {
                match.steps(List.of(), steps);
            }
        });
        match.addAlone();
        return match.matched;
    }

    /// Of all launches how many have a name that the other side has as well.
    private static double share(Map<Integer, Integer> a, Map<Integer, Integer> b) {
        long same = 0;
        for (Map.Entry<Integer, Integer> name : a.entrySet()) {
            same += Math.min(name.getValue(), b.getOrDefault(name.getKey(), 0));
        }
        int most = Math.max(sum(a), sum(b));
        return most == 0 ? 1 : (double) same / most;
    }

    private static int sum(Map<Integer, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void steps(List<int[]> stepsA, List<int[]> stepsB) {
        int most = Math.max(stepsA.size(), stepsB.size());
        for (int step = 0; step < most; step++) {
            new StepMatch(this, step(a, stepsA, step), step(b, stepsB, step)).place();
        }
    }

    private static StepMatch.Step step(StripLeaves leaves, List<int[]> steps, int number) {
        int[] rows = steps.isEmpty() ? new int[0] : steps.get(number % steps.size());
        return new StepMatch.Step(leaves, rows, number < steps.size());
    }

    /// Once all pairs are known: what has no partner here may be called as it is elsewhere.
    private void addAlone() {
        for (int unit : alone) {
            b.alone(unit);
            Parent parent = b.own(unit);
            for (int part = b.first(unit); part < b.side().workEnd(unit); part++) {
                var key = new Renamed(parent, b.side().name(part));
                b.put(part, renamed.getOrDefault(key, b.leaf(part)));
            }
        }
    }

    void alone(int unitB) {
        alone.add(unitB);
    }

    void renamed(Parent parent, int nameB, int leaf) {
        renamed.putIfAbsent(new Renamed(parent, nameB), leaf);
    }

    Likeness likeness(int unitA, int unitB) {
        return tokensA.likeness(unitA, tokensB, unitB);
    }

    /// Where kernels keep their names, a pair whose kernels do not is no sure one.
    boolean isDoubtful(int unitA, int unitB) {
        return named && likeness(unitA, unitB) != Likeness.KERNEL;
    }

    /// Most steps are like one before.
    int[] partners(int[] rowsA, int[] rowsB) {
        var pair = new StepPair(tokensA.fingerprint(rowsA), tokensB.fingerprint(rowsB));
        if (aligned.size() > MOST_ALIGNED) {
            aligned.clear();
        }
        return aligned.computeIfAbsent(
                pair, _ -> SequenceAlignment.partners(tokensA, rowsA, tokensB, rowsB));
    }

    LeafTable table() {
        return table;
    }

    MatchedTime matched() {
        return matched;
    }

    int word(String text) {
        return words.code(text);
    }

    String word(int code) {
        return words.word(code);
    }
}
