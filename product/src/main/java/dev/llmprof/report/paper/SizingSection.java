package dev.llmprof.report.paper;

import dev.llmprof.analysis.cost.Fit;
import dev.llmprof.analysis.sizing.Efficiency;
import dev.llmprof.analysis.sizing.LoadPoint;
import dev.llmprof.analysis.sizing.ServiceLevel;
import dev.llmprof.analysis.sizing.Sizing;
import dev.llmprof.analysis.sizing.SizingQuestion;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.SizingTable.PricedSizing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Which GPUs serve how much within a service level, as blocks.
public final class SizingSection {
    private static final double NANOS = 1e9;

    private SizingSection() {}

    public static Document page(SizingAnswer answer) {
        List<Block> blocks = new ArrayList<>(blocks(answer));
        int first = 1 + blocks.indexOf(grid(answer.rows()));
        blocks.add(first, SizingCurves.of(answer));
        blocks.add(first + 1, throughput(answer.rows()));
        blocks.set(0, SizingBest.cards(answer.rows()));
        return new Document(
                "Sizing " + answer.model().name(),
                answer.head(),
                List.of(new Section("sizing", "Sizing", blocks)));
    }

    public static List<Block> blocks(SizingAnswer answer) {
        SizingQuestion question = answer.question();
        List<PricedSizing> rows = answer.rows();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(answer.head()));
        blocks.add(new Block.Paragraph(promise(question)));
        blocks.add(grid(rows));
        if (rows.stream().anyMatch(row -> row.sizing().spread().isPresent())) {
            blocks.add(new Block.Heading("Spread of the public measurements"));
            blocks.add(spread(rows));
        }
        if (rows.stream().anyMatch(row -> row.price().isPresent())) {
            blocks.add(new Block.Heading("Price per million tokens"));
            blocks.add(prices(rows));
        }
        blocks.add(new Block.Paragraph(method(question.efficiency())));
        answer.notes().forEach(note -> blocks.add(new Block.Note(Block.Tone.INFO, note)));
        return blocks;
    }

    private static Block throughput(List<PricedSizing> rows) {
        List<Sizing> shown = rows.stream().map(PricedSizing::sizing).toList();
        return new Block.Figure(
                "Throughput within the limits",
                "Output tokens per second of each deployment at its largest concurrency.",
                new Chart.Bars(
                        Unit.TOKENS_PER_SECOND,
                        false,
                        shown.stream().map(SizingSection::label).toList(),
                        List.of(
                                series("expected", shown, Sizing::expected),
                                series("ideal", shown, Sizing::ideal))));
    }

    private static Chart.Bars.Series series(
            String name, List<Sizing> sizings, Function<Sizing, Optional<LoadPoint>> point) {
        return new Chart.Bars.Series(
                name,
                sizings.stream()
                        .map(each -> point.apply(each).map(LoadPoint::tokensPerSecond).orElse(0.0))
                        .toList());
    }

    static String label(Sizing sizing) {
        int gpus = sizing.parallel().gpus();
        return gpus == 1 ? sizing.gpu() : gpus + " × " + sizing.gpu();
    }

    private static String promise(SizingQuestion question) {
        ServiceLevel level = question.level();
        List<String> words = new ArrayList<>();
        if (Double.isFinite(level.firstTokenSeconds())) {
            words.add("TTFT at most " + time(level.firstTokenSeconds()));
        }
        if (Double.isFinite(level.perTokenSeconds())) {
            words.add("TPOT at most " + time(level.perTokenSeconds()));
        }
        return String.format(
                Locale.ROOT,
                "%s; prompt %,d tokens, %,d new; at most %.0f %% of the memory filled",
                String.join(", ", words),
                question.request().promptTokens(),
                question.request().newTokens(),
                100 * question.memoryShare());
    }

    private static Block.Grid grid(List<PricedSizing> rows) {
        return new Block.Grid(
                "Deployments",
                List.of(
                        Column.words("GPUs"),
                        Column.number("concurrency").meaning("requests in flight, expected"),
                        Column.number("ideal").meaning("the same with all of the peaks"),
                        Column.words("limit").meaning("what one more request would break"),
                        Column.number("TTFT"),
                        Column.number("TPOT"),
                        Column.number("tok/s").meaning("output tokens a second: the throughput"),
                        Column.number("req/s").meaning("requests a second")),
                rows.stream().map(PricedSizing::sizing).map(SizingSection::row).toList());
    }

    private static List<Cell> row(Sizing sizing) {
        Optional<LoadPoint> point = sizing.expected();
        String none = sizing.largestByMemory() == 0 ? "does not fit" : "not within the limits";
        return List.of(
                Cell.text(label(sizing)),
                Cell.count(point.map(LoadPoint::concurrency).orElse(0L)),
                Cell.count(sizing.ideal().map(LoadPoint::concurrency).orElse(0L)),
                Cell.text(limit(sizing)),
                point.map(each -> Cell.nanos(each.firstTokenSeconds() * NANOS))
                        .orElse(Cell.absent(none)),
                point.map(each -> Cell.nanos(each.perTokenSeconds() * NANOS))
                        .orElse(Cell.absent(none)),
                point.map(each -> Cell.number(each.tokensPerSecond(), Unit.PLAIN))
                        .orElse(Cell.absent(none)),
                point.map(each -> Cell.number(each.requestsPerSecond(), Unit.PLAIN))
                        .orElse(Cell.absent(none)));
    }

    private static String limit(Sizing sizing) {
        if (sizing.fit() == Fit.NO) {
            return "no room";
        }
        String word = sizing.limit() == Sizing.Limit.MEMORY ? "memory" : sizing.limit().name();
        return sizing.fit() == Fit.UNSURE ? word + ", unsure" : word;
    }

    private static Block.Grid spread(List<PricedSizing> rows) {
        return new Block.Grid(
                "Spread",
                List.of(
                        Column.words("GPUs"),
                        Column.number("concurrency from"),
                        Column.number("to"),
                        Column.number("tok/s from"),
                        Column.number("to")),
                rows.stream()
                        .map(PricedSizing::sizing)
                        .filter(sizing -> sizing.spread().isPresent() && sizing.fit() != Fit.NO)
                        .map(SizingSection::spread)
                        .toList());
    }

    private static List<Cell> spread(Sizing sizing) {
        Sizing.Spread spread = sizing.spread().orElseThrow();
        return List.of(
                Cell.text(label(sizing)),
                Cell.count(spread.least().map(LoadPoint::concurrency).orElse(0L)),
                Cell.count(spread.most().map(LoadPoint::concurrency).orElse(0L)),
                tokens(spread.least()),
                tokens(spread.most()));
    }

    private static Cell tokens(Optional<LoadPoint> point) {
        return point.map(each -> Cell.number(each.tokensPerSecond(), Unit.PLAIN))
                .orElse(Cell.absent("not within the limits"));
    }

    private static Block.Grid prices(List<PricedSizing> rows) {
        return new Block.Grid(
                "Price per million tokens, in the money of --price",
                List.of(
                        Column.words("GPUs"),
                        Column.number("prompt tokens"),
                        Column.number("output tokens")),
                rows.stream()
                        .filter(row -> row.price().isPresent())
                        .map(row ->
                                List.of(
                                        Cell.text(label(row.sizing())),
                                        money(row.price().orElseThrow().perMillionIn()),
                                        money(row.price().orElseThrow().perMillionOut())))
                        .toList());
    }

    private static Cell money(double amount) {
        return Cell.number(amount, Unit.PLAIN);
    }

    private static String method(Efficiency efficiency) {
        return String.format(
                Locale.ROOT,
                "Predicted, not measured: expected at %.2f of the dense peak and %.2f of the"
                        + " bandwidth%s; ideal at all of both. Continuous batching, always full: a"
                        + " request waits for the step under way, is prefilled alone, and decodes"
                        + " while each of the others is prefilled once.",
                efficiency.compute(),
                efficiency.memory(),
                efficiency.equals(Efficiency.PUBLISHED)
                        ? " (" + Efficiency.PUBLISHED_SOURCE + ")"
                        : "");
    }

    private static String time(double seconds) {
        return Numbers.text(seconds * NANOS, Unit.NANOSECONDS);
    }
}
