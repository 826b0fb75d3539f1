package dev.llmprof.compare.align;

import java.util.Arrays;

/// The best alignment of two short sequences with affine gaps, as Gotoh does it (J. Mol. Biol. 162,
/// 1982). A table too large for memory is filled only near its diagonal.
final class BandedGotoh {
    private static final int LARGEST_TABLE = 1_000_000;
    private static final int NARROWEST = 512;
    private static final int OPEN = -4;
    private static final int EXTEND = -1;
    private static final int NEVER = Integer.MIN_VALUE / 2;

    /// States: both advance, only A does, only B does.
    private static final int BOTH = 0;

    private static final int ONLY_A = 1;
    private static final int ONLY_B = 2;

    private final Scores scores;
    private final int rows;
    private final int columns;
    private final int half;
    private final int width;
    private final byte[] from;
    private int[][] before;
    private int[][] now;

    /// What a pair of positions scores.
    interface Scores {
        int of(int a, int b);
    }

    /// Told of each pair, from the last to the first.
    interface Pairs {
        void pair(int a, int b);
    }

    private BandedGotoh(Scores scores, int rows, int columns) {
        this.scores = scores;
        this.rows = rows;
        this.columns = columns;
        int most = Math.max(LARGEST_TABLE / (rows + 1), NARROWEST);
        int slope = columns / Math.max(1, rows) + 2;
        this.half = columns + 1 <= most ? columns : Math.max(most / 2, slope);
        this.width = Math.min(columns + 1, 2 * half + 1);
        this.from = new byte[Math.multiplyExact(rows + 1, width)];
        this.before = new int[3][width];
        this.now = new int[3][width];
    }

    static void align(int rows, int columns, Scores scores, Pairs pairs) {
        var table = new BandedGotoh(scores, rows, columns);
        for (int row = 0; row <= rows; row++) {
            table.fill(row);
        }
        table.trace(pairs);
    }

    /// No area is filled for less than this.
    static boolean isSmall(int rows, int columns) {
        return (long) rows * columns <= LARGEST_TABLE;
    }

    private int low(int row) {
        int centre = rows == 0 ? 0 : (int) ((long) row * columns / rows);
        return Math.clamp(centre - (long) half, 0, columns + 1 - width);
    }

    private void fill(int row) {
        int[][] swap = before;
        before = now;
        now = swap;
        int low = low(row);
        int above = row == 0 ? 0 : low(row - 1);
        for (int[] state : now) {
            Arrays.fill(state, NEVER);
        }
        for (int at = 0; at < width; at++) {
            from[row * width + at] = (byte) cell(row, low + at, at, low + at - above);
        }
        if (row == 0) {
            now[BOTH][0] = 0;
            firstRow();
        }
    }

    /// Each state from where it comes best: two bits a state.
    private int cell(int row, int column, int at, int over) {
        int code = 0;
        if (row > 0 && column > 0 && inside(over - 1)) {
            code |= best(before, over - 1, 0, 0, 0);
            now[BOTH][at] = before[code][over - 1] + scores.of(row - 1, column - 1);
        }
        if (row > 0 && inside(over)) {
            int best = best(before, over, OPEN, EXTEND, OPEN);
            now[ONLY_A][at] = before[best][over] + (best == ONLY_A ? EXTEND : OPEN);
            code |= best << 2;
        }
        if (row > 0 && at > 0) {
            int best = best(now, at - 1, OPEN, OPEN, EXTEND);
            now[ONLY_B][at] = now[best][at - 1] + (best == ONLY_B ? EXTEND : OPEN);
            code |= best << 4;
        }
        return code;
    }

    /// Only B advances.
    private void firstRow() {
        for (int at = 1; at < width; at++) {
            now[ONLY_B][at] = OPEN + (at - 1) * EXTEND;
            from[at] = (byte) ((at == 1 ? BOTH : ONLY_B) << 4);
        }
    }

    private boolean inside(int at) {
        return at >= 0 && at < width;
    }

    private static int best(int[][] states, int at, int both, int onlyA, int onlyB) {
        int best = BOTH;
        int score = states[BOTH][at] + both;
        if (states[ONLY_A][at] + onlyA > score) {
            best = ONLY_A;
            score = states[ONLY_A][at] + onlyA;
        }
        return states[ONLY_B][at] + onlyB > score ? ONLY_B : best;
    }

    private void trace(Pairs pairs) {
        int row = rows;
        int column = columns;
        int state = best(now, column - low(row), 0, 0, 0);
        while (row > 0 || column > 0) {
            int code = from[row * width + column - low(row)];
            switch (state) {
                case BOTH -> {
                    pairs.pair(--row, --column);
                    state = code & 3;
                }
                case ONLY_A -> {
                    row--;
                    state = code >> 2 & 3;
                }
                default -> {
                    column--;
                    state = code >> 4 & 3;
                }
            }
        }
    }
}
