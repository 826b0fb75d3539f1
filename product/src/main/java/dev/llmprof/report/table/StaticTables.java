package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.number;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.cost.BoundTime;
import dev.llmprof.analysis.cost.OperatorCost;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.analysis.cost.SweepPoint;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// Tables of a model's costs, as `llmprof model --csv` prints them.
public final class StaticTables {
    private static final String CAVEATS = "why the sizes are not certain; empty where they are";

    private StaticTables() {}

    /// An operator's cost, and why the sizes of its model are not certain.
    public record CountedOperator(OperatorCost cost, List<Caveat> caveats) {
        public CountedOperator {
            caveats = List.copyOf(caveats);
        }
    }

    public static final ResultTable<CountedOperator> OPERATORS =
            ResultTable.of(
                    "static_operators",
                    "A model's operators by phase: parameters, FLOPs, bytes, and their bound where"
                            + " a GPU is known.",
                    text("phase", "", row -> row.cost().phase()),
                    text("operator", "", row -> row.cost().operator().name()),
                    count(
                            "layers",
                            "how often the model has it",
                            row -> row.cost().operator().repeat()),
                    count("parameters", "", row -> row.cost().operator().parameters()),
                    plain("tensor_flops", "", row -> row.cost().cost().tensorFlops()),
                    plain("vector_flops", "", row -> row.cost().cost().vectorFlops()),
                    plain("weight_bytes", "", row -> row.cost().cost().weightBytes()),
                    plain(
                            "kv_bytes",
                            "read from and written to the cache",
                            row ->
                                    row.cost().cost().cacheReadBytes()
                                            + row.cost().cost().cacheWriteBytes()),
                    plain("activation_bytes", "", row -> row.cost().cost().activationBytes()),
                    plain("flops_per_byte", "", row -> row.cost().cost().intensity()),
                    measured(
                            "bound_seconds",
                            Unit.PLAIN,
                            "the least time the hardware allows",
                            row -> row.cost().bound().map(BoundTime::seconds)),
                    text(
                            "bound_by",
                            "compute or memory",
                            row -> row.cost().bound().map(bound -> word(bound.limit())).orElse("")),
                    text("caveats", CAVEATS, row -> words(row.caveats())));

    public static final ResultTable<SweepPoint> SWEEP =
            ResultTable.of(
                    "static_sweep",
                    "Requests on GPUs: the least time to the first token and for each further one,"
                            + " and the memory needed.",
                    text("gpu", "empty for none", SweepPoint::device),
                    count("batch", "", row -> row.request().batch()),
                    count("prompt_tokens", "", SweepPoint::promptTokens),
                    count("new_tokens", "", row -> row.request().newTokens()),
                    plain("first_token_flops", "", SweepPoint::prefillFlops),
                    onDevice("first_token_seconds", "", SweepPoint::firstTokenSeconds),
                    onDevice("seconds_per_token", "", SweepPoint::perTokenSeconds),
                    onDevice("tokens_per_second", "", SweepPoint::tokensPerSecond),
                    text(
                            "decode_bound_by",
                            "compute or memory",
                            row -> onDevice(row) ? word(row.decodeLimit()) : ""),
                    plain("memory_bytes", "", SweepPoint::neededBytes),
                    text(
                            "fits",
                            "yes or no: whether the GPU's memory is enough; unsure where the size is",
                            row -> onDevice(row) ? row.fit().word() : ""),
                    text("caveats", CAVEATS, row -> words(row.caveats())));

    public static FilledTable<CountedOperator> operators(StaticAnalysis analysis) {
        return OPERATORS.filled(
                analysis.phases().stream()
                        .flatMap(phase -> phase.operators().stream())
                        .map(cost -> new CountedOperator(cost, analysis.caveats()))
                        .toList());
    }

    public static FilledTable<SweepPoint> sweep(List<SweepPoint> points) {
        return SWEEP.filled(points);
    }

    private static <T> ResultColumn<T> plain(
            String name, String meaning, ToDoubleFunction<T> value) {
        return number(name, Unit.PLAIN, meaning, value);
    }

    private static ResultColumn<SweepPoint> onDevice(
            String name, String meaning, ToDoubleFunction<SweepPoint> value) {
        return measured(
                name,
                Unit.PLAIN,
                meaning,
                row -> onDevice(row) ? Optional.of(value.applyAsDouble(row)) : Optional.empty());
    }

    private static boolean onDevice(SweepPoint point) {
        return !point.device().isEmpty();
    }

    private static String words(List<Caveat> caveats) {
        return caveats.stream().map(Caveat::words).collect(Collectors.joining("; "));
    }

    private static String word(BoundTime.Limit limit) {
        return limit.name().toLowerCase(Locale.ROOT);
    }
}
