package dev.llmprof.report.paper;

import dev.llmprof.analysis.sizing.LoadPoint;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.SizingTable.PricedSizing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The answer to a question about sizes: which deployments are best within the limits.
final class SizingBest {
    private SizingBest() {}

    static Block.Cards cards(List<PricedSizing> rows) {
        List<PricedSizing> served =
                rows.stream().filter(row -> row.sizing().expected().isPresent()).toList();
        List<Block.Card> cards = new ArrayList<>();
        cards.add(
                new Block.Card(
                        "within the limits",
                        Cell.count(served.size()),
                        "of " + rows.size() + " deployments"));
        served.stream()
                .max(Comparator.comparingDouble(row -> point(row).tokensPerSecond()))
                .ifPresent(row ->
                        cards.add(
                                new Block.Card(
                                        "most throughput",
                                        Cell.number(
                                                point(row).tokensPerSecond(),
                                                Unit.TOKENS_PER_SECOND),
                                        "expected, on " + SizingSection.label(row.sizing()))));
        served.stream()
                .filter(row -> row.price().isPresent())
                .min(Comparator.comparingDouble(SizingBest::price))
                .ifPresent(row ->
                        cards.add(
                                new Block.Card(
                                        "lowest price",
                                        Cell.number(price(row), Unit.PLAIN),
                                        "per million output tokens, on "
                                                + SizingSection.label(row.sizing()))));
        return new Block.Cards(cards);
    }

    private static LoadPoint point(PricedSizing row) {
        return row.sizing().expected().orElseThrow();
    }

    private static double price(PricedSizing row) {
        return row.price().orElseThrow().perMillionOut();
    }
}
