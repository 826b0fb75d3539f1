package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.breakdown.Spread;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.StepPart;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.phase.TimedStep;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.format.JsonOut;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/// Tables of steps: each of them, and by kind.
public final class StepTables {
    private StepTables() {}

    /// A step and its kind, or `iteration` for what the profiler counts.
    public record Row(String kind, TimedStep step, long sinceNanos) {}

    public static final ResultTable<Row> STEPS =
            ResultTable.of(
                    "steps",
                    "Steps of a server or a generation, and the profiler's iterations, one row"
                            + " each.",
                    count("index", "in the order of their starts", row -> row.step().index()),
                    text("kind", "what it does for its requests", Row::kind),
                    text("engine", "whose words its name uses", row -> row.step().facts().engine()),
                    number("batch", "requests", row -> row.step().facts().requests()),
                    number("tokens", "through the model", row -> row.step().facts().tokens()),
                    ResultColumn.<Row>measured(
                                    "kv_length",
                                    Unit.COUNT,
                                    "cached tokens of a request and its own, on average",
                                    row -> boxed(row.step().facts().keysEach()))
                            .titled("KV length"),
                    nanos("start_ns", "on the host, since the first began", Row::sinceNanos),
                    ResultColumn.<Row>measured(
                                    "period_ns",
                                    Unit.NANOSECONDS,
                                    "from its first GPU event to the next step's",
                                    row -> boxed(row.step().periodNanos()))
                            .titled("start to start"),
                    nanos(
                            "gpu_span_ns",
                            "first to last GPU event",
                            row -> row.step().gpu().spanNanos()),
                    nanos("gpu_busy_ns", "at least one ran", row -> row.step().gpu().busyNanos()),
                    measured(
                            "idle_share",
                            Unit.FRACTION,
                            "of the time to the next step, else of the span",
                            row -> {
                                var share = row.step().idleShare();
                                return share.isPresent()
                                        ? Optional.of(share.getAsDouble())
                                        : Optional.empty();
                            }),
                    nanos("host_ns", "enqueueing it took", row -> row.step().hostNanos()),
                    count("launches", "calls that launched GPU work", row -> row.step().launches()),
                    count("gpu_events", "kernels and copies", row -> row.step().gpu().events()),
                    name("name", "", row -> row.step().name()));

    public static final ResultTable<StepTimes.OfKind> KINDS =
            ResultTable.of(
                            "step_summary",
                            "Steps by kind; a period is counted where the next step is of the same"
                                    + " kind.",
                            text(
                                    "kind",
                                    "what the steps do for their requests",
                                    StepTimes.OfKind::kind),
                            count("steps", "", StepTimes.OfKind::count),
                            number("batch", "requests, median", StepTimes.OfKind::batch),
                            number("tokens", "through the model, median", StepTimes.OfKind::tokens),
                            ResultColumn.<StepTimes.OfKind>measured(
                                            "kv_length",
                                            Unit.COUNT,
                                            "cached tokens of a request and its own, median",
                                            row -> boxed(row.keys()))
                                    .titled("KV length"))
                    .and(spread("period", "start to start"), StepTimes.OfKind::period)
                    .and(spread("gpu_span", "GPU span"), StepTimes.OfKind::span)
                    .and(spread("gpu_busy", "GPU busy"), StepTimes.OfKind::busy)
                    .and(spread("host", "host"), StepTimes.OfKind::host);

    public static final ResultTable<StepPart> PARTS =
            ResultTable.of(
                    "step_parts",
                    "What a serving engine marks within its steps; parts may lie in one another.",
                    text("engine", "whose words the name uses", row -> row.scope().engine()),
                    text("part", "what the host does in it", row -> row.scope().part()),
                    name("name", "", row -> row.range().name()),
                    count("count", "", row -> row.range().hostCount()),
                    nanos("host_ns", "on the host, all together", row -> row.range().hostNanos()),
                    measured(
                            "mean_host_ns",
                            Unit.NANOSECONDS,
                            "",
                            row -> Optional.of(row.range().meanHostNanos())),
                    nanos(
                            "gpu_busy_ns",
                            "the GPU work launched in it, at least one ran",
                            row -> row.range().projection().busyNanos()));

    public static List<Row> steps(Capture capture) {
        StepTimes times = capture.marked().times();
        List<Row> rows = new ArrayList<>();
        long first =
                Stream.concat(times.steps().stream(), times.iterations().stream())
                        .mapToLong(TimedStep::startNanos)
                        .min()
                        .orElse(0);
        times.steps()
                .forEach(step ->
                        rows.add(
                                new Row(
                                        step.facts().kind().label(),
                                        step,
                                        step.startNanos() - first)));
        times.iterations()
                .forEach(step -> rows.add(new Row("iteration", step, step.startNanos() - first)));
        return rows;
    }

    /// What `--json` and `metrics.json` say of steps, into the object that `out` is in; `key` is
    /// that of the steps themselves.
    public static void json(JsonOut out, String key, Capture capture) {
        StepTimes times = capture.marked().times();
        out.put("steps_found_by", times.origin().label());
        TableJson.rows(out, "step_summary", KINDS, times.kinds());
        TableJson.rows(out, key, STEPS, steps(capture));
        TableJson.rows(out, "step_parts", PARTS, capture.marked().parts());
        TableJson.rows(
                out,
                "slow_steps",
                StepBoundTables.SLOWEST,
                StepBoundTables.slowest(times.slowest()));
        times.perOutputToken()
                .ifPresent(token -> out.put("time_per_output_token_ns", token.nanos()));
        times.prefill().ifPresent(first -> out.put("time_to_first_token_ns", first.nanos()));
    }

    private static <T> ResultColumn<T> number(
            String name, String meaning, Function<T, OptionalLong> value) {
        return measured(name, Unit.COUNT, meaning, row -> boxed(value.apply(row)));
    }

    /// Empty where there was nothing to spread.
    private static ResultTable<Spread> spread(String name, String title) {
        return ResultTable.of(
                name,
                title,
                part(name + "_min_ns", "min", Spread::minNanos),
                part(name + "_median_ns", title, Spread::medianNanos),
                part(name + "_p95_ns", "p95", Spread::p95Nanos),
                part(name + "_max_ns", "max", Spread::maxNanos));
    }

    private static ResultColumn<Spread> part(
            String name, String title, Function<Spread, Number> value) {
        return ResultColumn.<Spread>measured(
                        name,
                        Unit.NANOSECONDS,
                        "",
                        spread ->
                                spread.count() == 0
                                        ? Optional.empty()
                                        : Optional.of(value.apply(spread).doubleValue()))
                .titled(title);
    }

    private static Optional<Double> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of((double) value.getAsLong()) : Optional.empty();
    }
}
