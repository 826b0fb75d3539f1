package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.sizing.LoadPoint;
import dev.llmprof.analysis.sizing.Price;
import dev.llmprof.analysis.sizing.Sizing;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// What each deployment serves within a service level, as `llmprof model --slo` gives it.
public final class SizingTable {
    private SizingTable() {}

    /// A deployment, and what its GPUs cost where that was said.
    public record PricedSizing(Sizing sizing, Optional<Price> price) {}

    public static final ResultTable<PricedSizing> SIZING =
            ResultTable.of(
                    "sizing",
                    "The most requests at once that a model serves on a GPU, or on several that share"
                            + " it, within a service level; predicted.",
                    text("gpu", "", row -> row.sizing().gpu()),
                    count(
                            "gpus",
                            "how many share the model",
                            row -> row.sizing().parallel().gpus()),
                    count("tp", "tensor parallel", row -> row.sizing().parallel().tensor()),
                    count("pp", "pipeline parallel", row -> row.sizing().parallel().pipeline()),
                    count("ep", "expert parallel", row -> row.sizing().parallel().expert()),
                    count(
                            "concurrency",
                            "requests in flight, expected; 0 where not one is served so",
                            row -> concurrency(row.sizing().expected())),
                    count(
                            "ideal_concurrency",
                            "the same with all of the peaks",
                            row -> concurrency(row.sizing().ideal())),
                    measured(
                            "least_concurrency",
                            Unit.COUNT,
                            "by the least efficiency that is published; where none was given",
                            row -> row.sizing().spread().map(s -> (double) concurrency(s.least()))),
                    measured(
                            "most_concurrency",
                            Unit.COUNT,
                            "by the most efficiency that is published; where none was given",
                            row -> row.sizing().spread().map(s -> (double) concurrency(s.most()))),
                    text("limited_by", "ttft, tpot or memory", SizingTable::limit),
                    expected(
                            "ttft_seconds",
                            "time to the first token",
                            LoadPoint::firstTokenSeconds),
                    expected("tpot_seconds", "time per output token", LoadPoint::perTokenSeconds),
                    expected("output_tokens_per_second", "", LoadPoint::tokensPerSecond),
                    expected("requests_per_second", "", LoadPoint::requestsPerSecond),
                    measured(
                            "price_per_million_tokens_in",
                            Unit.PLAIN,
                            "of prompts, in the money that --price is in",
                            row -> row.price().map(Price::perMillionIn)),
                    measured(
                            "price_per_million_tokens_out",
                            Unit.PLAIN,
                            "of answers, in the money that --price is in",
                            row -> row.price().map(Price::perMillionOut)),
                    count(
                            "largest_by_memory",
                            "requests that fit in memory, whatever their latency",
                            row -> row.sizing().largestByMemory()),
                    text(
                            "fits",
                            "yes or no: whether one request fits; unsure where the size is",
                            row -> row.sizing().fit().word()));

    public static FilledTable<PricedSizing> of(List<PricedSizing> rows) {
        return SIZING.filled(rows);
    }

    private static ResultColumn<PricedSizing> expected(
            String name, String meaning, ToDoubleFunction<LoadPoint> value) {
        return measured(
                name,
                Unit.PLAIN,
                meaning,
                row -> row.sizing().expected().map(value::applyAsDouble));
    }

    private static long concurrency(Optional<LoadPoint> point) {
        return point.map(LoadPoint::concurrency).orElse(0L);
    }

    private static String limit(PricedSizing row) {
        return row.sizing().limit().word();
    }
}
