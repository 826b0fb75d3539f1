package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.fractionalNanos;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.number;
import static dev.llmprof.report.table.ResultColumn.text;
import static dev.llmprof.report.table.ResultColumn.truth;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.analysis.prediction.OperatorJoin;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Tables that hold the model's operators and bounds against what ran.
public final class PredictionTables {
    private PredictionTables() {}

    /// The model's operators of one shape in a phase.
    public record ModelRow(OperatorJoin join, OperatorJoin.Row row, Optional<TimeBasis> time) {
        Optional<Double> perRequestNanos() {
            return row.measuredNanos() > 0
                    ? Optional.of(join.perRequest(row.measuredNanos()))
                    : Optional.empty();
        }
    }

    /// What ran in a phase and the model does not explain.
    public record RestRow(OperatorJoin join, PhaseOperator ran) {}

    public static final ResultTable<Prediction.Part> PARTS =
            ResultTable.of(
                    "prediction",
                    "Phases, and classes of operators in them where operators is not empty, against their bound.",
                    text("phase", "", Prediction.Part::phase),
                    text("operators", "empty for the phase as a whole", Prediction.Part::operators),
                    number("flops", Unit.FLOPS, "", Prediction.Part::flops),
                    number("bytes", Unit.BYTES, "", Prediction.Part::bytes),
                    text(
                            "bound_by",
                            "compute or memory",
                            part -> part.bound().name().toLowerCase(Locale.ROOT)),
                    fractionalNanos(
                            "bound_ns",
                            "the least time the hardware allows",
                            Prediction.Part::boundNanos),
                    measured("measured_ns", Unit.NANOSECONDS, "", Prediction.Part::measuredNanos),
                    text(
                            "time_source",
                            "bare: the workload's own clock with no profiler at work; torch: that clock"
                                    + " while PyTorch's profiler recorded, or its trace; else the tool",
                            part -> part.time().source()),
                    text(
                            "statistic",
                            "what the time is of the requests or steps",
                            part -> part.time().statistic()),
                    measured(
                            "excess_ns",
                            Unit.NANOSECONDS,
                            "measured beyond the bound",
                            part -> part.measuredNanos().map(_ -> part.excessNanos())),
                    truth(
                            "below_bound",
                            "a measurement below its bound is an internal error",
                            Prediction.Part::impossible));

    public static final ResultTable<ModelRow> MODEL_OPERATORS =
            ResultTable.of(
                    "model_operators",
                    "The model's operators beside those that ran, for one request.",
                    text("phase", "", row -> row.join().phase()),
                    text("model_operators", "", row -> String.join(" ", row.row().names())),
                    text("class", "", row -> row.row().kind().label()),
                    text(
                            "match",
                            "shape, name or none",
                            row -> row.row().match().name().toLowerCase(Locale.ROOT)),
                    text("framework_operators", "", row -> names(row.row().ran())),
                    number("flops", Unit.FLOPS, "", row -> row.row().flops()),
                    number("bytes", Unit.BYTES, "", row -> row.row().bytes()),
                    fractionalNanos("bound_ns", "", row -> row.row().boundNanos()),
                    measured("measured_ns", Unit.NANOSECONDS, "", ModelRow::perRequestNanos),
                    text(
                            "time_source",
                            "the tool of the capture; torch: PyTorch's profiler",
                            row -> row.time().map(TimeBasis::source).orElse("")),
                    text(
                            "statistic",
                            "what the time is of the requests",
                            row -> row.time().map(TimeBasis::statistic).orElse("")));

    public static final ResultTable<RestRow> REST =
            ResultTable.of(
                    "model_operators_rest",
                    "What ran and matches no operator of the model, over the whole trace.",
                    text("phase", "", row -> row.join().phase()),
                    name("operator", "", row -> row.ran().name()),
                    text("input_shapes", "", row -> row.ran().shapes()),
                    text("module", "", row -> row.ran().module()),
                    count("calls", "", row -> row.ran().calls()),
                    nanos("self_cpu_ns", "", row -> row.ran().hostNanos()),
                    nanos("device_ns", "", row -> row.ran().deviceNanos()));

    static List<FilledTable<?>> of(Findings findings) {
        Optional<Prediction> prediction = findings.prediction();
        List<OperatorJoin> joins = prediction.map(Prediction::joins).orElse(List.of());
        return List.of(
                PARTS.filled(prediction.map(Prediction::parts).orElse(List.of())),
                MODEL_OPERATORS.filled(
                        prediction.stream()
                                .flatMap(each ->
                                        each.joins().stream().flatMap(join -> rows(each, join)))
                                .toList()),
                REST.filled(
                        joins.stream()
                                .flatMap(join ->
                                        join.rest().stream().map(ran -> new RestRow(join, ran)))
                                .toList()));
    }

    private static Stream<ModelRow> rows(Prediction prediction, OperatorJoin join) {
        Optional<TimeBasis> time = prediction.traced(join);
        return join.rows().stream().map(row -> new ModelRow(join, row, time));
    }

    private static String names(List<PhaseOperator> ran) {
        return String.join(" ", ran.stream().map(PhaseOperator::name).distinct().toList());
    }
}
