package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.analysis.phase.WorkTrees;
import dev.llmprof.analysis.prediction.OperatorJoin;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The model's operators beside those that ran for them, and what nothing in the model explains.
public final class JoinSection {
    private static final int UNEXPLAINED = 20;
    private static final int RAN = 3;

    private JoinSection() {}

    public static Section of(Findings findings, int limit) {
        List<OperatorJoin> joins = joins(findings);
        if (joins.isEmpty()) {
            return Missing.section(
                    "join",
                    "Model operators",
                    "No operator of a model was matched with operators that ran.",
                    "llmprof run, or llmprof analyze TRACE --model CONFIG --gpu NAME with a PyTorch"
                            + " trace that has shapes");
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                new Block.Paragraph(
                        "An operator of the model is matched with what ran by the size of its"
                                + " weights or heads, else by the module around it or its name."
                                + " Operators of one shape cannot be told apart and share a row. Times"
                                + " are of one request, the mean of those in the trace"
                                + sources(findings)
                                + "."));
        blocks.add(coverage(joins));
        blocks.add(rows(joins, limit));
        List<Item> rest = rest(joins);
        if (!rest.isEmpty()) {
            blocks.add(new Block.Heading("Work that matches no operator of the model"));
            blocks.add(unexplained(rest));
        }
        return new Section("join", "Model operators", blocks);
    }

    private static String sources(Findings findings) {
        return findings.prediction().stream()
                .flatMap(each -> each.joins().stream().flatMap(join -> each.traced(join).stream()))
                .map(TimeBasis::source)
                .distinct()
                .map(source -> " (" + source + ")")
                .collect(Collectors.joining());
    }

    public static List<OperatorJoin> joins(Findings findings) {
        return findings.prediction().map(Prediction::joins).orElse(List.of());
    }

    static Block.Grid coverage(List<OperatorJoin> joins) {
        return new Block.Grid(
                "How much of each phase's time matches operators of the model",
                List.of(
                        Block.Column.words("phase"),
                        Block.Column.number("requests").meaning("in the trace"),
                        Block.Column.number("time").meaning("of one request"),
                        Block.Column.number("explained"),
                        Block.Column.number("rest")),
                joins.stream()
                        .map(join ->
                                List.of(
                                        Cell.text(join.phase()),
                                        Cell.count(join.requests()),
                                        Cell.nanos(join.perRequest(join.measuredNanos())),
                                        Cell.share(join.coverage()),
                                        Cell.nanos(join.perRequest(join.restNanos()))))
                        .toList());
    }

    /// A row of a join with its phase.
    private record Line(OperatorJoin join, OperatorJoin.Row row) {
        double measured() {
            return join.perRequest(row.measuredNanos());
        }

        double excess() {
            return row.measuredNanos() == 0 ? 0 : measured() - row.boundNanos();
        }
    }

    static Block.Grid rows(List<OperatorJoin> joins, int limit) {
        List<Line> lines =
                joins.stream()
                        .flatMap(join -> join.rows().stream().map(row -> new Line(join, row)))
                        .sorted(Comparator.comparingDouble(Line::excess).reversed())
                        .toList();
        List<List<Cell>> rows = lines.stream().limit(limit).map(JoinSection::row).toList();
        return new Block.Grid(
                        "Model operators against their bound, the most lost time first",
                        List.of(
                                Block.Column.words("phase"),
                                Block.Column.words("model operators"),
                                Block.Column.words("ran as"),
                                Block.Column.words("matched by"),
                                Block.Column.words("bound by"),
                                Block.Column.number("bound"),
                                Block.Column.number("measured"),
                                Block.Column.number("ratio"),
                                Block.Column.number("excess"),
                                Block.Column.words("remark")),
                        rows,
                        lines.size() - rows.size())
                .filled()
                .from("model_operators");
    }

    private static List<Cell> row(Line line) {
        OperatorJoin.Row row = line.row();
        boolean ran = row.measuredNanos() > 0;
        Cell none = Cell.absent("no operator that ran was recognised");
        boolean below = ran && line.measured() < row.boundNanos();
        return List.of(
                Cell.text(line.join().phase()),
                Cell.text(String.join(", ", row.names())),
                Cell.name(ranAs(row)),
                Cell.text(row.match().label()),
                Cell.text(row.bound().name().toLowerCase(Locale.ROOT)),
                Cell.nanos(row.boundNanos()),
                ran ? Cell.nanos(line.measured()) : none,
                ran && row.boundNanos() > 0
                        ? Cell.number(line.measured() / row.boundNanos(), Unit.TIMES)
                        : none,
                ran ? Cell.nanos(line.excess()) : none,
                Cell.text(below ? "below its bound: internal error" : ""));
    }

    static String ranAs(OperatorJoin.Row row) {
        List<String> names = row.ran().stream().map(PhaseOperator::name).distinct().toList();
        String shown = names.stream().limit(RAN).collect(Collectors.joining(", "));
        return names.size() > RAN ? shown + " and " + (names.size() - RAN) + " more" : shown;
    }

    /// Something that ran and no operator of the model explains.
    public record Item(OperatorJoin join, PhaseOperator operator, double nanos) {}

    public static List<Item> rest(List<OperatorJoin> joins) {
        List<Item> items = new ArrayList<>();
        for (OperatorJoin join : joins) {
            boolean gpu = join.onGpu();
            for (PhaseOperator each : join.rest()) {
                items.add(
                        new Item(
                                join,
                                each,
                                join.perRequest(gpu ? each.deviceNanos() : each.hostNanos())));
            }
        }
        items.sort(Comparator.comparingDouble(Item::nanos).reversed());
        return items;
    }

    /// Work without an operator is known by its kernel.
    private static String name(PhaseOperator operator) {
        return operator.name().equals(WorkTrees.NO_OPERATOR)
                        || operator.name().equals(WorkTrees.IN_GRAPHS)
                ? operator.name()
                        + ": "
                        + ShownText.shortened(KernelNames.brief(operator.shapes()), 90)
                : (operator.name() + "  " + operator.shapes()).strip();
    }

    private static Block.Grid unexplained(List<Item> items) {
        return new Block.Grid(
                        "The largest parts that match no operator of the model",
                        List.of(
                                Block.Column.words("phase"),
                                Block.Column.words("operator"),
                                Block.Column.words("module"),
                                Block.Column.number("calls"),
                                Block.Column.number("time"),
                                Block.Column.number("share").meaning("of the phase's time")),
                        items.stream()
                                .limit(UNEXPLAINED)
                                .map(item ->
                                        List.of(
                                                Cell.text(item.join().phase()),
                                                Cell.name(name(item.operator())),
                                                Cell.text(item.operator().module()),
                                                Cell.count(item.operator().calls()),
                                                Cell.nanos(item.nanos()),
                                                Cell.share(
                                                        item.join().requests()
                                                                * item.nanos()
                                                                / item.join().measuredNanos())))
                                .toList(),
                        Math.max(0, items.size() - UNEXPLAINED))
                .filled()
                .from("model_operators_rest");
    }
}
