package dev.llmprof.report.format;

import java.util.ArrayList;
import java.util.List;

/// Where a value stands on one side of a drawing, and which values are labelled.
record SvgAxis(double from, double to, boolean logarithmic, double begin, double end) {
    private static final double SMALLEST_POWER = 1e-30;
    private static final double LARGEST_POWER = 1e30;
    private static final int MOST_STEPS = 20;

    static SvgAxis linear(double from, double to, double begin, double end) {
        double start = Double.isFinite(from) ? from : 0;
        boolean drawn = to > start && to < LARGEST_POWER;
        return new SvgAxis(start, drawn ? to : start + 1, false, begin, end);
    }

    /// From and to are widened to powers of ten.
    static SvgAxis powers(double from, double to, double begin, double end) {
        double low = Math.floor(Math.log10(drawable(from)));
        double high = Math.max(low + 1, Math.ceil(Math.log10(drawable(to))));
        return new SvgAxis(Math.pow(10, low), Math.pow(10, high), true, begin, end);
    }

    /// No counter shows more; not a number is the smallest.
    private static double drawable(double value) {
        return value > SMALLEST_POWER ? Math.min(value, LARGEST_POWER) : SMALLEST_POWER;
    }

    double place(double value) {
        double share =
                logarithmic
                        ? Math.log10(value / from) / Math.log10(to / from)
                        : (value - from) / (to - from);
        return begin + share * (end - begin);
    }

    List<Double> ticks() {
        return logarithmic ? powersWithin() : evenSteps();
    }

    private List<Double> powersWithin() {
        List<Double> ticks = new ArrayList<>();
        for (double power = Math.rint(Math.log10(from)); power <= Math.log10(to) + 1e-9; power++) {
            ticks.add(Math.pow(10, power));
        }
        return ticks;
    }

    /// Four to ten steps of 1, 2 or 5 times a power of ten.
    private List<Double> evenSteps() {
        double rough = (to - from) / 5;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * (rough / power >= 5 ? 5 : rough / power >= 2 ? 2 : 1);
        List<Double> ticks = new ArrayList<>();
        double first = Math.ceil(from / step);
        for (int at = 0; at < MOST_STEPS && (first + at) * step <= to + step * 1e-9; at++) {
            ticks.add((first + at) * step);
        }
        return ticks;
    }
}
