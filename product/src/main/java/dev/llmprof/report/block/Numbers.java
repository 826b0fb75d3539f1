package dev.llmprof.report.block;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// The one place where a number becomes text for a reader: three digits that mean something, and
/// the unit.
public final class Numbers {
    private static final String[] PREFIXES = {"n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
    private static final int NO_PREFIX = 3;
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    private Numbers() {}

    public static String text(double value, Unit unit) {
        if (!Double.isFinite(value)) {
            return "–";
        }
        return switch (unit.scale()) {
            case WHOLE -> String.format(Locale.ROOT, "%,d", Math.round(value));
            case NONE -> joined(digits(value * unit.factor()), unit.symbol());
            case DECIMAL -> prefixed(value * unit.factor(), unit.symbol());
        };
    }

    /// Exactly so many decimals, no grouping: the columns of the Markdown tables that programs
    /// read.
    public static String fixed(double value, int decimals) {
        return Double.isFinite(value)
                ? new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString()
                : "–";
    }

    /// The shortest text that gives the same double again, for CSV, JSON and SVG.
    public static String exact(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return Double.toString(value);
    }

    private static String prefixed(double value, String symbol) {
        if (value == 0) {
            return "0 " + symbol;
        }
        // Rounded first, so that 999.96 ms becomes 1.00 s and not 1000 ms.
        double rounded = new BigDecimal(value).round(THREE_DIGITS).doubleValue();
        int steps = (int) Math.floor((Math.log10(Math.abs(rounded)) + 1e-12) / 3);
        int prefix = Math.clamp(steps + NO_PREFIX, 0, PREFIXES.length - 1);
        double scaled = value / Math.pow(10, 3.0 * (prefix - NO_PREFIX));
        return digits(scaled) + " " + PREFIXES[prefix] + symbol;
    }

    /// Three significant digits below a thousand, whole and grouped above, never an exponent.
    private static String digits(double value) {
        if (value == 0) {
            return "0";
        }
        double size = Math.abs(value);
        if (size >= 999.5) {
            return String.format(Locale.ROOT, "%,d", Math.round(value));
        }
        if (size < 0.0005) {
            return new BigDecimal(value).round(new MathContext(2)).toString().replace("E", "e");
        }
        int decimals = size < 0.9995 ? 3 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
        return fixed(value, decimals);
    }

    private static String joined(String digits, String symbol) {
        if (symbol.isEmpty()) {
            return digits;
        }
        return symbol.equals("×") ? digits + symbol : digits + " " + symbol;
    }
}
