package dev.llmprof.analysis.sweep;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/// A key whose values differ between jobs, and these in order: by number where all are numbers,
/// else as the jobs have them.
public record SweptKey(String name, List<String> values) {
    public SweptKey {
        values = List.copyOf(values);
    }

    static SweptKey of(String name, List<String> inOrder) {
        List<String> values = inOrder.stream().distinct().toList();
        boolean numbers = values.stream().allMatch(value -> number(value).isPresent());
        return new SweptKey(
                name,
                numbers
                        ? values.stream()
                                .sorted(
                                        Comparator.comparingDouble(
                                                value -> number(value).orElse(0)))
                                .toList()
                        : values);
    }

    /// Whether one value can be more than another.
    public boolean numeric() {
        return values.stream().allMatch(value -> number(value).isPresent());
    }

    public static OptionalDouble number(String value) {
        try {
            double number = Double.parseDouble(value.strip());
            return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }

    /// The last part of the key, for narrow places.
    public String brief() {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
