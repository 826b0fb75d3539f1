package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.text;
import static dev.llmprof.report.table.ResultColumn.truth;

import dev.llmprof.analysis.breakdown.OperatorRates;
import dev.llmprof.report.block.Unit;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// The table of how fast operators ran, from their shapes.
public final class RateTables {
    private RateTables() {}

    public static final ResultTable<OperatorRates.Row> RATES =
            ResultTable.of(
                    "operator_rates",
                    "How fast operators ran on the GPU, from the shapes and types of their inputs.",
                    ResultColumn.<OperatorRates.Row>name("name", "", OperatorRates.Row::name)
                            .titled("operator"),
                    text("input_shapes", "", OperatorRates.Row::inputShapes),
                    text("input_types", "", OperatorRates.Row::inputTypes),
                    count("calls", "", OperatorRates.Row::calls),
                    ResultColumn.<OperatorRates.Row>nanos(
                                    "device_ns",
                                    "with the operators it calls where its work is known, else its"
                                            + " own; no time counts twice",
                                    OperatorRates.Row::gpuNanos)
                            .titled("GPU time"),
                    number(
                            "flops",
                            Unit.FLOPS,
                            "of matrix products and attention, all calls; attention without a mask",
                            OperatorRates.Row::flops),
                    number(
                            "bytes",
                            Unit.BYTES,
                            "least traffic, all calls: each input read once, the output written"
                                    + " once",
                            OperatorRates.Row::bytes),
                    number(
                                    "flops_per_s",
                                    Unit.FLOPS_PER_SECOND,
                                    "",
                                    OperatorRates.Row::flopsPerSecond)
                            .titled("FLOP/s"),
                    number(
                                    "bytes_per_s",
                                    Unit.BYTES_PER_SECOND,
                                    "",
                                    OperatorRates.Row::bytesPerSecond)
                            .titled("B/s"),
                    number(
                                    "flops_per_byte",
                                    Unit.FLOPS_PER_BYTE,
                                    "",
                                    OperatorRates.Row::flopsPerByte)
                            .titled("FLOP/B"),
                    number(
                            "bound_ns",
                            Unit.NANOSECONDS,
                            "least time on this GPU at its dense peak and memory bandwidth",
                            OperatorRates.Row::boundNanos),
                    number(
                                    "bound_share",
                                    Unit.FRACTION,
                                    "the bound divided by the time taken",
                                    OperatorRates.Row::shareOfBound)
                            .titled("bound reached"),
                    truth(
                            "impossible",
                            "faster than the GPU can: a mask or a cache spared work",
                            OperatorRates.Row::impossible));

    private static ResultColumn<OperatorRates.Row> number(
            String name,
            Unit unit,
            String meaning,
            Function<OperatorRates.Row, OptionalDouble> value) {
        return measured(
                name,
                unit,
                meaning,
                row -> {
                    OptionalDouble number = value.apply(row);
                    return number.isPresent()
                            ? Optional.of(number.getAsDouble())
                            : Optional.empty();
                });
    }
}
