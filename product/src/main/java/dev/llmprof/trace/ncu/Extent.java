package dev.llmprof.trace.ncu;

/// A grid's or a block's three sides.
public record Extent(long x, long y, long z) {
    public static final Extent NONE = new Extent(0, 0, 0);

    @Override
    public String toString() {
        return "(" + x + ", " + y + ", " + z + ")";
    }
}
