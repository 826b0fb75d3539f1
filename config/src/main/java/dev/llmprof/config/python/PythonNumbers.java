package dev.llmprof.config.python;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Numbers read and printed as Python's `int()`, `float()` and `repr()` do.
public final class PythonNumbers {
    // With underscores between. No group repeats: Java's matcher calls itself for each repetition,
    // and a long number ends its stack.
    private static final String DIGITS = "\\d(?![\\d_]*__)[\\d_]*+(?<=\\d)";
    private static final Pattern INT = Pattern.compile("[+-]?" + DIGITS);
    private static final Pattern FLOAT =
            Pattern.compile("[+-]?(D\\.?(D)?|\\.D)([eE][+-]?D)?".replace("D", DIGITS));
    private static final Pattern SPECIAL =
            Pattern.compile("[+-]?(inf|infinity|nan)", Pattern.CASE_INSENSITIVE);

    private PythonNumbers() {}

    public static Optional<BigInteger> parseInt(String text) {
        String trimmed = text.strip();
        if (!INT.matcher(trimmed).matches()) {
            return Optional.empty();
        }
        String digits = trimmed.replace("_", "");
        return Optional.of(new BigInteger(digits.startsWith("+") ? digits.substring(1) : digits));
    }

    public static Optional<Double> parseFloat(String text) {
        String trimmed = text.strip();
        if (SPECIAL.matcher(trimmed).matches()) {
            return Optional.of(special(trimmed.toLowerCase(Locale.ROOT)));
        }
        return FLOAT.matcher(trimmed).matches()
                ? Optional.of(Double.valueOf(trimmed.replace("_", "")))
                : Optional.empty();
    }

    private static double special(String lower) {
        if (lower.endsWith("nan")) {
            return Double.NaN;
        }
        return lower.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }

    /// The shortest digits that read back as the same double; an exponent below 1e-4 and from 1e16.
    public static String repr(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = shortest(Math.abs(value));
        String digits = shortest.unscaledValue().toString();
        int exponent = digits.length() - 1 - shortest.scale();
        String text =
                exponent < -4 || exponent >= 16
                        ? scientific(digits, exponent)
                        : positional(digits, exponent);
        return value < 0 ? "-" + text : text;
    }

    private static BigDecimal shortest(double value) {
        BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (decimal.precision() != 2) {
            return decimal;
        }
        // Java always gives two digits, Python one where one is enough (5e-324).
        BigDecimal one = decimal.round(new java.math.MathContext(1));
        return one.doubleValue() == value ? one.stripTrailingZeros() : decimal;
    }

    private static String scientific(String digits, int exponent) {
        String mantissa =
                digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return String.format(
                Locale.ROOT, "%se%s%02d", mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static String positional(String digits, int exponent) {
        if (exponent < 0) {
            return "0." + "0".repeat(-exponent - 1) + digits;
        }
        if (digits.length() <= exponent + 1) {
            return digits + "0".repeat(exponent + 1 - digits.length()) + ".0";
        }
        return digits.substring(0, exponent + 1) + "." + digits.substring(exponent + 1);
    }
}
