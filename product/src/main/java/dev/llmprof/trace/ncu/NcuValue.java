package dev.llmprof.trace.ncu;

/// What a metric came to: a number with its unit, a text, or nothing.
public sealed interface NcuValue {
    record Quantity(double value, String unit) implements NcuValue {}

    /// A counter, exact over all of 64 unsigned bits.
    record Count(long value, String unit) implements NcuValue {}

    record Text(String text) implements NcuValue {}

    record NoData() implements NcuValue {}
}
