package dev.llmprof.compare.tree;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.StepPlaces;
import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Divides the time of a capture without GPU work: an operator owns its own time, as far as nothing
/// before it has it; what no operator has is the host's, before the operator that follows in the
/// same step.
final class HostStrips {
    static final String UNATTRIBUTED = "unattributed host time";

    private final NestedTrace nested;
    private final HostTable host;
    private final HostTree tree;
    private final StepPlaces steps;
    private final StripBuilder strip = new StripBuilder();
    private final WorkNames names;
    private final int[] unitOfOperator;
    private final long[] ownedNanos;
    private final long[] hiddenNanos;
    private final Map<Integer, Integer> restOfStep = new HashMap<>();
    private final IntColumn.Builder rows = new IntColumn.Builder();
    private final LongColumn.Builder starts = new LongColumn.Builder();
    private final LongColumn.Builder ends = new LongColumn.Builder();

    private HostStrips(NestedTrace nested) {
        this.nested = nested;
        this.host = nested.trace().host();
        this.tree = nested.tree();
        this.steps = StepPlaces.of(nested);
        this.names = new WorkNames(host, strip);
        this.unitOfOperator = new int[host.size()];
        this.ownedNanos = new long[host.size()];
        this.hiddenNanos = new long[host.size()];
        Arrays.fill(unitOfOperator, TimeStrip.NONE);
    }

    static TimeStrip of(NestedTrace nested) {
        return new HostStrips(nested).strip();
    }

    private TimeStrip strip() {
        segments();
        IntColumn row = rows.build();
        LongColumn start = starts.build();
        LongColumn end = ends.build();
        int[] order =
                Rows.sorted(
                        row.size(),
                        (left, right) -> {
                            int byStart = Long.compare(start.get(left), start.get(right));
                            return byStart != 0
                                    ? byStart
                                    : Long.compare(end.get(left), end.get(right));
                        });
        return swept(order, row, start, end);
    }

    /// Each event without those inside it, thread by thread.
    private void segments() {
        int[] stack = new int[64];
        int depth = 0;
        long until = 0;
        for (int row : tree.order()) {
            while (depth > 0 && stack[depth - 1] != tree.parent(row)) {
                until = closed(stack[--depth], until);
            }
            if (depth > 0) {
                segment(stack[depth - 1], until, host.startNanos().get(row));
            }
            stack = depth == stack.length ? Arrays.copyOf(stack, depth * 2) : stack;
            stack[depth++] = row;
            until = host.startNanos().get(row);
        }
        while (depth > 0) {
            until = closed(stack[--depth], until);
        }
    }

    private long closed(int row, long until) {
        segment(row, until, host.endNanos(row));
        return Math.max(until, host.endNanos(row));
    }

    private void segment(int row, long from, long to) {
        boolean first = host.startNanos().get(row) == from;
        if (to > from || (first && nested.enclosing()[row] == row)) {
            rows.add(row);
            starts.add(from);
            ends.add(Math.max(from, to));
        }
    }

    private TimeStrip swept(int[] order, IntColumn rows, LongColumn starts, LongColumn ends) {
        int unattributed = strip.word(UNATTRIBUTED);
        int[] next = nextOperators(order, rows);
        long first = order.length == 0 ? 0 : starts.get(order[0]);
        long done = first;
        for (int at = 0; at < order.length; at++) {
            int segment = order[at];
            int row = rows.get(segment);
            int operator = nested.enclosing()[row];
            long from = starts.get(segment);
            if (from > done) {
                strip.idle(before(StepPlaces.NONE, row, next[at]), unattributed, from - done);
                done = from;
            }
            long to = ends.get(segment);
            long owned = Math.max(0, to - done);
            if (operator == HostTree.NONE) {
                if (owned > 0) {
                    strip.idle(before(steps.ofHost(row), row, next[at]), unattributed, owned);
                }
            } else {
                worked(operator, owned, to - from - owned);
            }
            done = Math.max(done, to);
        }
        addWork();
        return strip.build(steps, done - first);
    }

    /// For each segment the operator row that comes next.
    private int[] nextOperators(int[] order, IntColumn rows) {
        int[] next = new int[order.length];
        int operator = HostTree.NONE;
        for (int at = order.length - 1; at >= 0; at--) {
            int here = nested.enclosing()[rows.get(order[at])];
            operator = here == HostTree.NONE ? operator : here;
            next[at] = operator;
        }
        return next;
    }

    private void worked(int operator, long owned, long hidden) {
        unit(operator);
        ownedNanos[operator] += owned;
        hiddenNanos[operator] += hidden;
    }

    /// An operator is in as many segments as those inside it leave.
    private void addWork() {
        for (int row = 0; row < unitOfOperator.length; row++) {
            if (unitOfOperator[row] != TimeStrip.NONE) {
                int name = strip.word(host.name().get(row));
                strip.work(unitOfOperator[row], name, ownedNanos[row], hiddenNanos[row]);
            }
        }
    }

    private int before(int step, int row, int nextOperator) {
        boolean same =
                nextOperator != HostTree.NONE
                        && (step == StepPlaces.NONE || steps.ofHost(nextOperator) == step);
        return same ? unit(nextOperator) : rest(step, row);
    }

    private int rest(int step, int row) {
        return restOfStep.computeIfAbsent(
                step,
                _ -> {
                    int word = strip.word("after the last operator");
                    return strip.unit(
                            new StripBuilder.Unit(
                                    place(row, step),
                                    step,
                                    host.endNanos(row),
                                    word,
                                    word,
                                    word,
                                    0));
                });
    }

    private int unit(int operator) {
        if (unitOfOperator[operator] == TimeStrip.NONE) {
            WorkNames.Named named = names.of(operator);
            int step = steps.ofHost(operator);
            unitOfOperator[operator] =
                    strip.unit(
                            new StripBuilder.Unit(
                                    place(operator, step),
                                    step,
                                    host.startNanos().get(operator),
                                    named.operator(),
                                    named.label(),
                                    named.shape(),
                                    named.elements()));
        }
        return unitOfOperator[operator];
    }

    private int place(int row, int step) {
        return strip.place(
                new WorkPlace(
                        nested.phase(row), step == StepPlaces.NONE ? "" : steps.kind(step), ""));
    }
}
