package dev.llmprof.report.compare;

import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.metric.MetricAnswer;
import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.metric.RunValue;
import dev.llmprof.compare.statistic.Estimate;
import dev.llmprof.compare.statistic.Samples;
import dev.llmprof.compare.tree.TimeTree;
import dev.llmprof.compare.tree.TreeNode;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The tables of a comparison, which every format shows.
public final class CompareBlocks {
    private static final int KERNEL_DEPTH = 5;

    private CompareBlocks() {}

    /// The gravest first: the change with its interval and what could be seen.
    static Block.Grid metrics(Comparison comparison, int most) {
        return new Block.Grid(
                "",
                List.of(
                        Column.words("metric"),
                        Column.number("change"),
                        Column.words("interval (confidence)"),
                        Column.number("can detect"),
                        Column.words("verdict")),
                CompareWords.ordered(comparison.metrics()).stream()
                        .limit(most)
                        .map(answer ->
                                List.of(
                                        Cell.text(answer.kind().name()),
                                        of(answer, e -> CompareNumbers.change(e.ratio())),
                                        intervalOrBoth(answer),
                                        of(answer, e -> CompareNumbers.percent(e.detectable())),
                                        Cell.text(answer.gating().word())))
                        .toList(),
                Math.max(0, comparison.metrics().size() - most));
    }

    /// The same with the medians of both sides, the number of runs and the method.
    public static Block.Grid wide(Comparison comparison, int most) {
        return new Block.Grid(
                "",
                List.of(
                        Column.words("metric"),
                        Column.number("A"),
                        Column.number("B"),
                        Column.number("runs"),
                        Column.number("change"),
                        Column.words("interval"),
                        Column.number("confidence"),
                        Column.number("can detect"),
                        Column.words("verdict"),
                        Column.words("by")),
                CompareWords.ordered(comparison.metrics()).stream()
                        .limit(most)
                        .map(CompareBlocks::row)
                        .toList(),
                Math.max(0, comparison.metrics().size() - most));
    }

    private static List<Cell> row(MetricAnswer answer) {
        return List.of(
                Cell.text(answer.kind().name()),
                median(answer.a()),
                median(answer.b()),
                Cell.text(answer.a().runs().size() + " / " + answer.b().runs().size()),
                of(answer, e -> CompareNumbers.change(e.ratio())),
                of(answer, CompareNumbers::interval),
                of(answer, e -> CompareNumbers.percent(e.confidence())),
                of(answer, e -> CompareNumbers.percent(e.detectable())),
                Cell.text(answer.gating().word()),
                of(answer, e -> e.method().shown()));
    }

    private static Cell of(MetricAnswer answer, Function<Estimate, String> text) {
        return answer.estimate()
                .map(estimate -> Cell.text(text.apply(estimate)))
                .orElseGet(() -> Cell.absent("run-to-run noise unknown"));
    }

    /// Where nothing can be said of the change, what each side had.
    private static Cell intervalOrBoth(MetricAnswer answer) {
        return answer.estimate().isPresent()
                ? of(answer, CompareNumbers::confidentInterval)
                : Cell.text(
                        "A " + median(answer.a()).shown() + ", B " + median(answer.b()).shown());
    }

    private static Cell median(MetricRuns runs) {
        double[] values = runs.runs().stream().mapToDouble(RunValue::value).toArray();
        return Cell.text(CompareNumbers.value(Samples.median(values), runs.kind()));
    }

    /// `span 996 ms → 876 ms: −120.411 ms = busy −1.413 ms + idle −118.998 ms`.
    static String span(TimeTree tree) {
        long idle = tree.bIdleNanos() - tree.aIdleNanos();
        long all = tree.bNanos() - tree.aNanos();
        return tree.basis()
                + " "
                + Numbers.text((double) tree.aNanos(), Unit.NANOSECONDS)
                + " → "
                + Numbers.text((double) tree.bNanos(), Unit.NANOSECONDS)
                + ": "
                + CompareNumbers.millis(all)
                + " = busy "
                + CompareNumbers.millis(all - idle)
                + " + idle "
                + CompareNumbers.millis(idle);
    }

    /// The leaves that changed most.
    static Block.Grid tree(TimeTree tree, int most) {
        return new Block.Grid(
                "",
                List.of(
                        Column.number("change"),
                        Column.number("by count"),
                        Column.number("by time"),
                        Column.words("where")),
                largest(tree, most).stream()
                        .map(node ->
                                List.of(
                                        Cell.text(CompareNumbers.micros(node.deltaNanos())),
                                        Cell.text(CompareNumbers.micros(node.countEffectNanos())),
                                        Cell.text(CompareNumbers.micros(node.timeEffectNanos())),
                                        Cell.name(where(node))))
                        .toList());
    }

    static List<TreeNode> largest(TimeTree tree, int most) {
        return tree.nodes().stream()
                .filter(TreeNode::leaf)
                .filter(node -> node.deltaNanos() != 0)
                .sorted(
                        Comparator.comparingLong((TreeNode node) -> -Math.abs(node.deltaNanos()))
                                .thenComparing(CompareBlocks::path))
                .limit(most)
                .toList();
    }

    /// The nearest first, since a narrow place cuts the end off: `silu in aten::silu [[1, 256]],
    /// decode`.
    private static String where(TreeNode node) {
        List<String> names = new ArrayList<>(node.path().reversed());
        names.set(0, name(node));
        names.removeAll(List.of("outside of phases", "outside of steps", "no module"));
        return names.stream().distinct().collect(Collectors.joining(" in "));
    }

    /// Its own, without a kernel's namespaces and arguments.
    static String name(TreeNode node) {
        String name = node.path().getLast();
        return node.path().size() == KERNEL_DEPTH ? KernelNames.brief(name) : name;
    }

    static String path(TreeNode node) {
        return String.join(" / ", node.path());
    }
}
