package dev.llmprof.report.block;

/// What a number in a report counts; decides how it is printed.
public enum Unit {
    NANOSECONDS("s", 1e-9, Scale.DECIMAL),
    BYTES("B", 1, Scale.DECIMAL),
    FLOPS("FLOP", 1, Scale.DECIMAL),
    FLOPS_PER_SECOND("FLOP/s", 1, Scale.DECIMAL),
    BYTES_PER_SECOND("B/s", 1, Scale.DECIMAL),
    HERTZ("Hz", 1, Scale.DECIMAL),
    WATTS("W", 1, Scale.DECIMAL),
    JOULES("J", 1, Scale.DECIMAL),
    CELSIUS("°C", 1, Scale.NONE),
    TOKENS_PER_SECOND("tokens/s", 1, Scale.NONE),
    FLOPS_PER_BYTE("FLOP/B", 1, Scale.NONE),
    /// A fraction of one, printed in percent.
    FRACTION("%", 100, Scale.NONE),
    /// How many times as much.
    TIMES("×", 1, Scale.NONE),
    /// A whole number of things.
    COUNT("", 1, Scale.WHOLE),
    /// A bare number.
    PLAIN("", 1, Scale.NONE);

    /// Whether prefixes such as milli and giga are used.
    public enum Scale {
        DECIMAL,
        NONE,
        WHOLE
    }

    private final String symbol;
    private final double factor;
    private final Scale scale;

    Unit(String symbol, double factor, Scale scale) {
        this.symbol = symbol;
        this.factor = factor;
        this.scale = scale;
    }

    public String symbol() {
        return symbol;
    }

    public double factor() {
        return factor;
    }

    public Scale scale() {
        return scale;
    }
}
