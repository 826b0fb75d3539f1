package dev.llmprof.analysis.nsys;

/// When a range counts as lying inside another.
public enum Containment {
    /// When it begins no earlier and ends no later.
    EXACT,

    /// As nsys 2022.4 finds parents: also after rounding to 32-bit floats, which an R*Tree index of
    /// SQLite stores, so that ranges that end within some microseconds of each other lose their
    /// parent.
    AS_NSYS_2022;

    private static final double AWAY = 1.0 + 1.0 / 8_388_608.0;
    private static final double TOWARDS = 1.0 - 1.0 / 8_388_608.0;

    boolean contains(long outerStart, long outerEnd, long start, long end) {
        if (outerStart > start || outerEnd < end) {
            return false;
        }
        return this == EXACT || (down(outerStart) <= down(start) && up(outerEnd) >= up(end));
    }

    private static float down(long exact) {
        double nanos = (double) exact;
        float rounded = (float) nanos;
        return rounded > nanos ? (float) (nanos * (nanos < 0 ? AWAY : TOWARDS)) : rounded;
    }

    private static float up(long exact) {
        double nanos = (double) exact;
        float rounded = (float) nanos;
        return rounded < nanos ? (float) (nanos * (nanos < 0 ? TOWARDS : AWAY)) : rounded;
    }
}
