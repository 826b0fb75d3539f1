package dev.llmprof.report.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.fact.ComparedFact;
import dev.llmprof.compare.metric.MetricAnswer;
import dev.llmprof.compare.statistic.Estimate;
import dev.llmprof.compare.tree.TimeTree;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.IntervalRow;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.format.Html;
import java.util.ArrayList;
import java.util.List;

/// A comparison as a page of its own: the verdict, the tree with bars, intervals and facts.
public final class ComparePage {
    private static final int METRICS = 200;

    private ComparePage() {}

    /// `margin` is the least change that counts, as a ratio less one.
    public static String of(Comparison comparison, double margin) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("verdict", "Verdict", verdict(comparison)));
        comparison
                .tree()
                .ifPresent(tree -> sections.add(new Section("tree", "What changed?", tree(tree))));
        if (!comparison.metrics().isEmpty()) {
            sections.add(new Section("metrics", "Did it change?", metrics(comparison, margin)));
        }
        sections.add(new Section("facts", "May they be compared?", facts(comparison)));
        return Html.page(
                new Document(
                        "Comparison: " + comparison.verdict().word(),
                        "A " + comparison.a() + " · B " + comparison.b(),
                        sections));
    }

    private static List<Block> verdict(Comparison comparison) {
        List<Block> blocks = new ArrayList<>();
        Block.Tone tone =
                switch (comparison.verdict()) {
                    case UNCHANGED, IMPROVED -> Block.Tone.GOOD;
                    case REGRESSION, NOT_COMPARABLE -> Block.Tone.WARNING;
                    case INCONCLUSIVE -> Block.Tone.INFO;
                };
        blocks.add(new Block.Note(tone, CompareWords.headline(comparison)));
        comparison.tree().ifPresent(tree -> blocks.add(cards(tree)));
        blocks.add(new Block.Paragraph(CompareWords.comparability(comparison)));
        List<String> remarks = CompareWords.remarks(comparison);
        if (!remarks.isEmpty()) {
            blocks.add(new Block.Bullets(remarks));
        }
        return blocks;
    }

    private static Block cards(TimeTree tree) {
        long idle = tree.bIdleNanos() - tree.aIdleNanos();
        long all = tree.bNanos() - tree.aNanos();
        return new Block.Cards(
                List.of(
                        new Block.Card("A, per " + tree.basis(), Cell.nanos(tree.aNanos()), "span"),
                        new Block.Card("B, per " + tree.basis(), Cell.nanos(tree.bNanos()), "span"),
                        new Block.Card(
                                "difference",
                                Cell.text(CompareNumbers.millis(all)),
                                "busy and idle add up to it"),
                        new Block.Card(
                                "busy", Cell.text(CompareNumbers.millis(all - idle)), "work"),
                        new Block.Card(
                                "idle", Cell.text(CompareNumbers.millis(idle)), "nothing ran"),
                        matched("A", tree.aMatched()),
                        matched("B", tree.bMatched())));
    }

    private static Block.Card matched(String side, double share) {
        return new Block.Card(
                "matched of " + side,
                Cell.text(CompareNumbers.percent(share)),
                "of its working time");
    }

    private static List<Block> tree(TimeTree tree) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(CompareBlocks.span(tree)));
        blocks.add(
                new Block.Changes(
                        "Every nanosecond has one owner: the leaves add up to the difference. To the"
                                + " left what takes less on B, to the right what takes more.",
                        ChangeRows.of(tree)));
        blocks.add(new Block.Bullets(tree.remarks()));
        return blocks;
    }

    private static List<Block> metrics(Comparison comparison, double margin) {
        List<Block> blocks = new ArrayList<>();
        List<IntervalRow> rows =
                CompareWords.ordered(comparison.metrics()).stream()
                        .filter(answer -> answer.estimate().isPresent())
                        .map(answer -> row(answer, answer.estimate().get()))
                        .toList();
        if (!rows.isEmpty()) {
            blocks.add(
                    new Block.Intervals(
                            "Change of B against A and its interval; the shaded band is the margin"
                                    + " of ± "
                                    + CompareNumbers.percent(margin)
                                    + ".",
                            margin,
                            rows));
        }
        Block.Grid grid = CompareBlocks.wide(comparison, METRICS);
        blocks.add(
                new Block.Grid(
                        "Medians over the runs of each side",
                        grid.columns(),
                        grid.rows(),
                        grid.rowsLeftOut(),
                        grid.table()));
        return blocks;
    }

    private static IntervalRow row(MetricAnswer answer, Estimate estimate) {
        return new IntervalRow(
                answer.kind().name(),
                estimate.lowRatio(),
                estimate.ratio(),
                estimate.highRatio(),
                answer.gating().word());
    }

    private static List<Block> facts(Comparison comparison) {
        if (comparison.facts().isEmpty()) {
            return List.of(new Block.Paragraph(CompareWords.comparability(comparison)));
        }
        return List.of(
                new Block.Grid(
                        "What each side says of itself",
                        List.of(
                                Column.words("fact"),
                                Column.words("class"),
                                Column.words("state"),
                                Column.words("A"),
                                Column.words("B")),
                        comparison.facts().stream().map(ComparePage::row).toList()));
    }

    private static List<Cell> row(ComparedFact fact) {
        return List.of(
                Cell.text(fact.name()),
                Cell.text(fact.factClass().word()),
                Cell.text(fact.state().word()),
                said(fact.a()),
                said(fact.b()));
    }

    private static Cell said(String value) {
        return value.isEmpty() ? Cell.absent("not said") : Cell.text(value);
    }
}
