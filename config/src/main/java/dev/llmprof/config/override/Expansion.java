package dev.llmprof.config.override;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.python.PythonNumbers;
import dev.llmprof.problem.Problem;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The values of a sweep, printed as overrides hold them.
public final class Expansion {
    static final int MAX_VALUES = 100_000;
    // Python's decimal module computes with 28 digits.
    private static final MathContext DECIMAL = new MathContext(28, RoundingMode.HALF_EVEN);

    private Expansion() {}

    /// `options` lists the names in the override's group, for globs.
    public static List<String> of(ParsedOverride override, Function<String, List<String>> options) {
        Sweep sweep = (Sweep) override.value().orElseThrow();
        return switch (sweep) {
            case Sweep.Choice(var items, _, boolean shuffle, _) ->
                    order(items.stream().map(Element::print).toList(), shuffle);
            case Sweep.Range range -> order(range(range, override), range.shuffle());
            case Sweep.Glob(var include, var exclude) ->
                    options.apply(override.key()).stream()
                            .filter(name -> Globs.matchesAny(include, name))
                            .filter(name -> !Globs.matchesAny(exclude, name))
                            .toList();
            case Sweep.Interval _ ->
                    throw new ConfigError(
                            Kind.SWEEP_TYPE_UNSUPPORTED,
                            "BasicSweeper does not support sweep type : INTERVAL_SWEEP",
                            override.origin(),
                            override.key() + "=range(start,stop,step)");
        };
    }

    private static List<String> order(List<String> values, boolean shuffle) {
        return shuffle ? Functions.shuffled(values) : values;
    }

    private static List<String> range(Sweep.Range range, ParsedOverride override) {
        BigDecimal start;
        BigDecimal stop;
        BigDecimal step;
        try {
            start = Sorting.decimal(range.start());
            stop = Sorting.decimal(range.stop());
            step = Sorting.decimal(range.step());
        } catch (Functions.Mistake mistake) {
            throw error(override, mistake.text());
        }
        if (step.signum() == 0) {
            throw error(override, "the step of a range must not be zero");
        }
        if (isTooLong(start, stop, step)) {
            throw error(override, "the range has more than " + MAX_VALUES + " values");
        }
        boolean whole =
                !(range.start() instanceof Node.Real
                        || range.stop() instanceof Node.Real
                        || range.step() instanceof Node.Real);
        List<String> values = new ArrayList<>();
        BigDecimal value = start;
        while (step.signum() > 0 ? value.compareTo(stop) < 0 : value.compareTo(stop) > 0) {
            values.add(
                    whole
                            ? value.toBigInteger().toString()
                            : PythonNumbers.repr(value.doubleValue()));
            value = whole ? value.add(step) : value.add(step, DECIMAL);
        }
        return values;
    }

    /// Counted before any value is made: each may have a thousand digits.
    private static boolean isTooLong(BigDecimal start, BigDecimal stop, BigDecimal step) {
        try {
            BigDecimal count = stop.subtract(start, DECIMAL).divide(step, DECIMAL);
            return count.compareTo(BigDecimal.valueOf(MAX_VALUES)) > 0;
        } catch (ArithmeticException beyondAnyExponent) {
            return true;
        }
    }

    private static ConfigError error(ParsedOverride override, String what) {
        return new ConfigError(
                Kind.OVERRIDE_PARSE,
                new Problem(
                        "Error parsing override '" + override.input() + "': " + what,
                        Origin.describe(override.origin()),
                        override.key() + "=range(start,stop,step)"));
    }
}
