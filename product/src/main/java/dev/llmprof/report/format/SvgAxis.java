package dev.llmprof.report.format;

import java.util.ArrayList;
import java.util.List;

/// Where a value stands on one side of a drawing, and which values are labelled.
record SvgAxis(double from, double to, boolean logarithmic, double begin, double end) {

    static SvgAxis linear(double from, double to, double begin, double end) {
        return new SvgAxis(from, to > from ? to : from + 1, false, begin, end);
    }

    /// From and to are widened to powers of ten.
    static SvgAxis powers(double from, double to, double begin, double end) {
        double low = Math.floor(Math.log10(from));
        double high = Math.max(low + 1, Math.ceil(Math.log10(to)));
        return new SvgAxis(Math.pow(10, low), Math.pow(10, high), true, begin, end);
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
        for (double at = Math.ceil(from / step); at * step <= to + step * 1e-9; at++) {
            ticks.add(at * step);
        }
        return ticks;
    }
}
