package dev.llmprof.compare.tree;

import dev.llmprof.compare.align.Likeness;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;

/// What one leaf has on both sides, added up launch by launch. `per` is how many steps of its kind
/// a side has, where values are of one step.
final class LeafSums {
    static final int A = 0;
    static final int B = 1;

    private final boolean idle;
    private final long[] nanos = new long[2];
    private final long[] count = new long[2];
    private final long[] hidden = new long[2];
    private final double[][] runs = {{}, {}};
    private Likeness weakest = Likeness.NONE;
    private boolean replaced;

    LeafSums(boolean idle) {
        this.idle = idle;
    }

    void add(int side, int run, long ownedNanos, long hiddenNanos) {
        if (run >= runs[side].length) {
            runs[side] = Arrays.copyOf(runs[side], run + 1);
        }
        runs[side][run] += ownedNanos;
        nanos[side] += ownedNanos;
        hidden[side] += hiddenNanos;
        count[side]++;
    }

    void paired(Likeness by) {
        weakest = !weakest.isMatch() || weakest.atLeast(by) ? by : weakest;
    }

    void replaced() {
        replaced = true;
    }

    /// What each run has; empty where one has nothing, which has no logarithm.
    Optional<double[]> runs(int side, int count) {
        boolean all =
                runs[side].length == count
                        && DoubleStream.of(runs[side]).allMatch(each -> each > 0);
        return all ? Optional.of(runs[side]) : Optional.empty();
    }

    long nanos(int side) {
        return nanos[side];
    }

    long count(int side) {
        return count[side];
    }

    long hidden(int side) {
        return hidden[side];
    }

    String matchedBy() {
        if (replaced) {
            return "replaced";
        }
        if (count[A] == 0) {
            return "added";
        }
        if (count[B] == 0) {
            return "removed";
        }
        if (idle) {
            return "idle";
        }
        return weakest.isMatch() ? weakest.word() : "name";
    }
}
