package dev.llmprof.compare.align;

import dev.llmprof.compare.align.BandedGotoh.Scores;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/// Finds for each piece of work of A its partner in B, in the same order on both sides.
///
/// What both sequences begin and end with is paired at once; what stands once on both sides divides
/// the rest, then layers do; between them the best alignment is computed. So the time hardly grows
/// faster than the sequences.
public final class SequenceAlignment {
    public static final int NONE = -1;

    /// Below it dividing costs more than it saves.
    private static final int SMALL_AREA = 10_000;

    private static final int[] WORDS = {1, 4, 16};

    private final WorkTokens a;
    private final int[] rowsA;
    private final WorkTokens b;
    private final int[] rowsB;
    private final int[] partner;
    private final Deque<Segment> open = new ArrayDeque<>();

    private SequenceAlignment(WorkTokens a, int[] rowsA, WorkTokens b, int[] rowsB) {
        this.a = a;
        this.rowsA = rowsA;
        this.b = b;
        this.rowsB = rowsB;
        this.partner = new int[rowsA.length];
        Arrays.fill(partner, NONE);
    }

    /// Of each position in `rowsA` that in `rowsB`, or [#NONE]: those that are not alike have none.
    public static int[] partners(WorkTokens a, int[] rowsA, WorkTokens b, int[] rowsB) {
        var alignment = new SequenceAlignment(a, rowsA, b, rowsB);
        alignment.open.add(new Segment(0, rowsA.length, 0, rowsB.length));
        while (!alignment.open.isEmpty()) {
            alignment.align(alignment.open.removeLast());
        }
        return alignment.partner;
    }

    private record Segment(int fromA, int toA, int fromB, int toB) {
        int rows() {
            return toA - fromA;
        }

        int columns() {
            return toB - fromB;
        }

        boolean isSmall() {
            return (long) rows() * columns() <= SMALL_AREA;
        }
    }

    private Likeness likeness(int atA, int atB) {
        return a.likeness(rowsA[atA], b, rowsB[atB]);
    }

    private boolean same(int atA, int atB) {
        return likeness(atA, atB).atLeast(Likeness.SHAPE);
    }

    private void align(Segment whole) {
        Segment rest = inner(whole);
        if (rest.rows() == 0 || rest.columns() == 0) {
            return;
        }
        if (rest.isSmall() || !(divided(rest) || layered(rest))) {
            computed(rest);
        }
    }

    /// Without what both begin and end with.
    private Segment inner(Segment whole) {
        int fromA = whole.fromA;
        int fromB = whole.fromB;
        while (fromA < whole.toA && fromB < whole.toB && same(fromA, fromB)) {
            partner[fromA++] = fromB++;
        }
        int toA = whole.toA;
        int toB = whole.toB;
        while (toA > fromA && toB > fromB && same(toA - 1, toB - 1)) {
            partner[--toA] = --toB;
        }
        return new Segment(fromA, toA, fromB, toB);
    }

    private boolean divided(Segment segment) {
        long[] tokensA = tokens(a, rowsA, segment.fromA, segment.toA);
        long[] tokensB = tokens(b, rowsB, segment.fromB, segment.toB);
        for (int words : WORDS) {
            int[][] anchors = Anchors.of(tokensA, tokensB, words);
            if (anchors.length > 0) {
                divide(segment, anchors);
                return true;
            }
        }
        return false;
    }

    private void divide(Segment segment, int[][] anchors) {
        int fromA = segment.fromA;
        int fromB = segment.fromB;
        for (int[] anchor : anchors) {
            int atA = segment.fromA + anchor[0];
            int atB = segment.fromB + anchor[1];
            partner[atA] = likeness(atA, atB).isMatch() ? atB : NONE;
            open.add(new Segment(fromA, atA, fromB, atB));
            fromA = atA + 1;
            fromB = atB + 1;
        }
        open.add(new Segment(fromA, segment.toA, fromB, segment.toB));
    }

    /// As many layers on both sides: one by one. Otherwise the whole is small enough, or its
    /// diagonal is near.
    private boolean layered(Segment segment) {
        if (BandedGotoh.isSmall(segment.rows(), segment.columns())) {
            return false;
        }
        LayerPeriod left = LayerPeriod.of(tokens(a, rowsA, segment.fromA, segment.toA));
        LayerPeriod right = LayerPeriod.of(tokens(b, rowsB, segment.fromB, segment.toB));
        if (!left.isFound() || left.count() != right.count()) {
            return false;
        }
        int fromA = segment.fromA;
        int fromB = segment.fromB;
        for (int layer = 0; layer <= left.count(); layer++) {
            int toA = segment.fromA + left.begin(layer);
            int toB = segment.fromB + right.begin(layer);
            open.add(new Segment(fromA, toA, fromB, toB));
            fromA = toA;
            fromB = toB;
        }
        open.add(new Segment(fromA, segment.toA, fromB, segment.toB));
        return true;
    }

    private void computed(Segment segment) {
        Scores scores = (atA, atB) -> likeness(segment.fromA + atA, segment.fromB + atB).halves();
        BandedGotoh.align(
                segment.rows(),
                segment.columns(),
                scores,
                (atA, atB) -> pair(segment.fromA + atA, segment.fromB + atB));
    }

    private void pair(int atA, int atB) {
        partner[atA] = likeness(atA, atB).isMatch() ? atB : NONE;
    }

    private static long[] tokens(WorkTokens tokens, int[] rows, int from, int to) {
        long[] anchors = new long[to - from];
        for (int at = from; at < to; at++) {
            anchors[at - from] = tokens.anchor(rows[at]);
        }
        return anchors;
    }
}
