package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.text;
import static dev.llmprof.report.table.ResultColumn.truth;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.phase.SlowStep;
import dev.llmprof.analysis.prediction.KindRoofline;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.prediction.StepBasis;
import dev.llmprof.analysis.prediction.StepBound;
import dev.llmprof.analysis.prediction.StepRoofline;
import dev.llmprof.analysis.prediction.StepRooflines;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.format.JsonOut;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// Tables of steps against their bounds, and of what is in the slowest.
public final class StepBoundTables {
    private StepBoundTables() {}

    /// One kernel of a slow step.
    public record SlowRow(SlowStep step, SlowStep.Part part) {}

    public static final ResultTable<StepRoofline> STEPS =
            ResultTable.of(
                    "step_bounds",
                    "Every step of a server against the least time its own batch and lengths"
                            + " allow, where the model is known.",
                    count("index", "as in the table of steps", row -> row.step().index()),
                    text("kind", "", row -> row.step().facts().kind().label()),
                    ResultColumn.<StepRoofline>fractionalNanos(
                                    "measured_ns",
                                    "start to start where the next step is of its kind; else first"
                                            + " to last GPU event, of decode the busy time",
                                    StepRoofline::measuredNanos)
                            .titled("time"),
                    bound("bound_ns", Unit.NANOSECONDS, "the least time", StepBound::nanos),
                    times("times_bound", StepRoofline::timesBound),
                    word(
                            "bound_by",
                            "compute, vector, memory or communication",
                            bound -> bound.limit().name().toLowerCase(Locale.ROOT)),
                    utilisation("mfu", "MFU", StepRoofline::mfu),
                    utilisation("mbu", "MBU", StepRoofline::mbu),
                    measured(
                            "idle_share",
                            Unit.FRACTION,
                            "of its time nothing of it ran on the GPU",
                            row -> boxed(row.step().idleShare())),
                    bound(
                            "tensor_flops",
                            Unit.FLOPS,
                            "of the matrix units",
                            StepBound::tensorFlops),
                    bound("bytes", Unit.BYTES, "moved at least", StepBound::bytes),
                    word("basis", "what the bound rests on", bound -> bound.basis().label()),
                    text("missing", "what a bound would take", StepRoofline::missing),
                    truth(
                            "above_peak",
                            "faster than its bound: internal error",
                            StepRoofline::aboveBound));

    public static final ResultTable<KindRoofline> KINDS =
            ResultTable.of(
                    "step_bound_summary",
                    "Steps by kind against their bounds: all that those with a bound did over all of"
                            + " their time.",
                    text("kind", "", KindRoofline::kind),
                    count("steps", "", KindRoofline::steps),
                    count("bounded", "steps that have a bound", KindRoofline::bounded),
                    ResultColumn.<KindRoofline>fractionalNanos(
                                    "measured_ns",
                                    "of the steps with a bound, together",
                                    KindRoofline::measuredNanos)
                            .titled("time"),
                    ResultColumn.<KindRoofline>fractionalNanos(
                                    "bound_ns",
                                    "the least time, together",
                                    KindRoofline::boundNanos)
                            .titled("bound"),
                    measured(
                            "times_bound",
                            Unit.TIMES,
                            "time over bound",
                            row -> boxed(row.timesBound())),
                    ResultColumn.<KindRoofline>measured(
                                    "mfu",
                                    Unit.FRACTION,
                                    "matrix FLOPs over time and dense peak, 0 to 1",
                                    row -> boxed(row.mfu()))
                            .titled("MFU"),
                    ResultColumn.<KindRoofline>measured(
                                    "mbu",
                                    Unit.FRACTION,
                                    "bytes over time and bandwidth, 0 to 1",
                                    row -> boxed(row.mbu()))
                            .titled("MBU"),
                    measured(
                            "idle_share",
                            Unit.FRACTION,
                            "of all its steps' time nothing of them ran on the GPU",
                            row -> boxed(row.idleShare())),
                    text(
                            "basis",
                            "what most bounds rest on",
                            row -> row.basis().map(StepBasis::label).orElse("")),
                    count(
                            "steps_above_peak",
                            "faster than their bound: internal error",
                            KindRoofline::above));

    public static final ResultTable<SlowRow> SLOWEST =
            ResultTable.of(
                    "slow_steps",
                    "What is in the steps that took the most beyond the median of their kind, beside"
                            + " the same in the median step.",
                    count(
                            "index",
                            "of the step, as in the table of steps",
                            row -> row.step().index()),
                    text("kind", "", row -> row.step().kind()),
                    nanos("step_ns", "what the step took", row -> row.step().nanos()),
                    count("typical_index", "of the median step", row -> row.step().typicalIndex()),
                    nanos("typical_step_ns", "what that took", row -> row.step().typicalNanos()),
                    name(
                            "name",
                            "a kernel or copy, or idle time; without a GPU an operator",
                            row -> row.part().kernel()),
                    name("operator", "that launched it", row -> row.part().operator()),
                    count("count", "", row -> row.part().count()),
                    nanos("total_ns", "in the step", row -> row.part().nanos()),
                    nanos("typical_ns", "in the median step", row -> row.part().typicalNanos()),
                    nanos("more_ns", "in the step than there", row -> row.part().moreNanos()));

    public static List<SlowRow> slowest(List<SlowStep> steps) {
        return steps.stream()
                .flatMap(step -> step.parts().stream().map(part -> new SlowRow(step, part)))
                .toList();
    }

    static List<FilledTable<?>> of(Findings findings) {
        Optional<StepRooflines> steps = findings.prediction().flatMap(Prediction::steps);
        return List.of(
                STEPS.filled(steps.map(StepRooflines::steps).orElse(List.of())),
                KINDS.filled(steps.map(StepRooflines::kinds).orElse(List.of())));
    }

    /// What `metrics.json` says of them, into the object that `out` is in.
    public static void json(JsonOut out, StepRooflines steps) {
        TableJson.rows(out, KINDS.name(), KINDS, steps.kinds());
        TableJson.rows(out, STEPS.name(), STEPS, steps.steps());
    }

    private static ResultColumn<StepRoofline> bound(
            String name, Unit unit, String meaning, Function<StepBound, Double> value) {
        return ResultColumn.<StepRoofline>measured(
                        name, unit, meaning, row -> row.bound().map(value))
                .titled(name.replaceAll("_ns$", "").replace('_', ' '));
    }

    private static ResultColumn<StepRoofline> word(
            String name, String meaning, Function<StepBound, String> value) {
        return text(name, meaning, row -> row.bound().map(value).orElse(""));
    }

    private static ResultColumn<StepRoofline> times(
            String name, Function<StepRoofline, OptionalDouble> value) {
        return measured(name, Unit.TIMES, "time over bound", row -> boxed(value.apply(row)));
    }

    private static ResultColumn<StepRoofline> utilisation(
            String name, String title, Function<StepRoofline, OptionalDouble> value) {
        return ResultColumn.<StepRoofline>measured(
                        name,
                        Unit.FRACTION,
                        "0 to 1; more is an internal error",
                        row -> boxed(value.apply(row)))
                .titled(title);
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }
}
