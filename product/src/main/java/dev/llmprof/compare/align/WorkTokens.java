package dev.llmprof.compare.align;

/// Pieces of work as numbers that both sides share: an operator's call with all its launches, or
/// one launch without an operator.
public final class WorkTokens {
    public static final int NONE = -1;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final int[] operator;
    private final int[] shape;
    private final long[] kernels;
    private final int[] category;
    private final long[] elements;
    private final long[] anchor;

    /// @param operator its name, [#NONE] without
    /// @param shape operator, input dims and types; of a launch without operator its category, and
    ///   the logarithms of grid and duration
    /// @param kernels the names of all launches, in order
    /// @param category [#NONE] where it is not known
    /// @param elements how much work it is: elements of the largest input, else threads of the grid
    /// @param anchor what a place is recognised by where it occurs once
    public WorkTokens(
            int[] operator,
            int[] shape,
            long[] kernels,
            int[] category,
            long[] elements,
            long[] anchor) {
        this.operator = operator;
        this.shape = shape;
        this.kernels = kernels;
        this.category = category;
        this.elements = elements;
        this.anchor = anchor;
    }

    /// Equal for two sequences of which every piece is alike to all others in the same way.
    public long fingerprint(int[] rows) {
        long hash = rows.length;
        for (int row : rows) {
            hash = mixed(hash, shape[row]);
            hash = mixed(hash, kernels[row]);
            hash = mixed(hash, category[row]);
            hash = mixed(hash, elements[row]);
        }
        return hash;
    }

    private static long mixed(long hash, long value) {
        long mixed = (hash ^ value) * MIX;
        return mixed ^ mixed >>> 32;
    }

    long anchor(int row) {
        return anchor[row];
    }

    public Likeness likeness(int row, WorkTokens other, int otherRow) {
        boolean sameShape = shape[row] == other.shape[otherRow];
        boolean sameKernels = kernels[row] == other.kernels[otherRow];
        boolean operators = operator[row] != NONE && other.operator[otherRow] != NONE;
        boolean plain = operator[row] == NONE && other.operator[otherRow] == NONE;
        if (sameKernels && (sameShape || plain)) {
            return Likeness.KERNEL;
        }
        if (sameShape) {
            return Likeness.SHAPE;
        }
        if (sameKernels || (operators && operator[row] == other.operator[otherRow])) {
            return Likeness.OPERATOR;
        }
        // Two operators of which nothing but their size is alike are two operators.
        boolean sameCategory =
                category[row] == other.category[otherRow]
                        ? category[row] != NONE || plain
                        : !operators && (category[row] == NONE || other.category[otherRow] == NONE);
        return sameCategory && elements[row] == other.elements[otherRow]
                ? Likeness.CATEGORY
                : Likeness.NONE;
    }
}
