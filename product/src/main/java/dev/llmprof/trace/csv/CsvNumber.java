package dev.llmprof.trace.csv;

import java.util.OptionalDouble;
import java.util.regex.Pattern;

/// A number as the tools print it: thousands separators, either decimal sign, instances in brackets
/// behind.
public final class CsvNumber {
    private static final Pattern PLAIN =
            Pattern.compile("[-+]?(\\d++\\.?+\\d*+|\\.\\d++)([eE][-+]?\\d++)?");
    private static final Pattern GROUPED = Pattern.compile("[-+]?\\d{1,3}(,\\d{3})++(\\.\\d*)?");
    private static final Pattern DECIMAL_COMMA =
            Pattern.compile("[-+]?(\\d{1,3}(\\.\\d{3})++|\\d++),\\d++");

    /// More than any counter shows.
    private static final double LARGEST = 1e30;

    private CsvNumber() {}

    public static OptionalDouble parse(String text) {
        OptionalDouble number = written(text);
        return number.isPresent() && Math.abs(number.getAsDouble()) > LARGEST
                ? OptionalDouble.empty()
                : number;
    }

    private static OptionalDouble written(String text) {
        String number = withoutInstances(text.strip());
        if (PLAIN.matcher(number).matches()) {
            return OptionalDouble.of(Double.parseDouble(number));
        }
        if (GROUPED.matcher(number).matches()) {
            return OptionalDouble.of(Double.parseDouble(number.replace(",", "")));
        }
        if (DECIMAL_COMMA.matcher(number).matches()) {
            return OptionalDouble.of(Double.parseDouble(number.replace(".", "").replace(',', '.')));
        }
        return OptionalDouble.empty();
    }

    /// `12 (1; 2; 9)` is the total 12 and its parts.
    private static String withoutInstances(String text) {
        int bracket = text.indexOf(" (");
        return bracket > 0 && text.endsWith(")") ? text.substring(0, bracket) : text;
    }
}
