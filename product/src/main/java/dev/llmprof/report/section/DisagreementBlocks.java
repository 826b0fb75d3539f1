package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.source.SourceComparison;
import dev.llmprof.analysis.source.SourceComparison.Disagreement;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;

/// Where two tools timed the same kernels differently: both are shown, with what that may mean.
final class DisagreementBlocks {

    private DisagreementBlocks() {}

    /// Nothing where only one tool timed kernels.
    static List<Block> of(Findings findings, int limit) {
        SourceComparison comparison = SourceComparison.of(findings.kernels());
        if (!comparison.severalTools()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(sources(comparison));
        long shared =
                comparison.sources().stream()
                        .mapToLong(SourceComparison.Source::shared)
                        .max()
                        .orElse(0);
        blocks.add(note(comparison.disagreements().size(), shared));
        if (!comparison.disagreements().isEmpty()) {
            blocks.add(table(comparison.disagreements(), limit));
        }
        return blocks;
    }

    private static Block note(int disagreements, long shared) {
        if (shared == 0) {
            return new Block.Note(
                    Block.Tone.WARNING,
                    "No kernel was timed by two tools on the same GPU: the captures may show"
                            + " different programs or machines, and are not compared.");
        }
        return disagreements == 0
                ? new Block.Note(
                        Block.Tone.GOOD,
                        "The tools agree on all "
                                + ShownText.counted(shared, "kernel", "kernels")
                                + " that both timed.")
                : new Block.Note(
                        Block.Tone.WARNING,
                        ShownText.counted(disagreements, "kernel", "kernels")
                                + " of "
                                + shared
                                + " differ between the tools by more than 5 % in the mean launch,"
                                + " or in the number of launches. Both values are shown; neither is"
                                + " corrected.");
    }

    private static Block.Grid sources(SourceComparison comparison) {
        return new Block.Grid(
                "What each source timed",
                List.of(
                        Block.Column.words("source"),
                        Block.Column.words("tool"),
                        Block.Column.number("kernel names"),
                        Block.Column.number("also in another tool"),
                        Block.Column.number("launches"),
                        Block.Column.number("total")),
                comparison.sources().stream()
                        .map(source ->
                                List.of(
                                        Cell.name(source.source()),
                                        Cell.text(source.tool()),
                                        Cell.count(source.kernels()),
                                        Cell.count(source.shared()),
                                        Cell.count(source.launches()),
                                        Cell.nanos(source.nanos())))
                        .toList());
    }

    static Block.Grid table(List<Disagreement> disagreements, int limit) {
        return new Block.Grid(
                "Kernels on which two tools disagree, the largest difference first",
                List.of(
                        Block.Column.words("kernel"),
                        Block.Column.words("first"),
                        Block.Column.number("launches"),
                        Block.Column.number("total"),
                        Block.Column.words("second"),
                        Block.Column.number("launches"),
                        Block.Column.number("total"),
                        Block.Column.number("mean launch")
                                .meaning("the second's over the first's")),
                disagreements.stream().limit(limit).map(DisagreementBlocks::row).toList(),
                Math.max(0, disagreements.size() - limit));
    }

    private static List<Cell> row(Disagreement each) {
        return List.of(
                Cell.name(each.kernel()),
                Cell.text(each.first().tool()),
                Cell.count(each.first().count()),
                Cell.nanos(each.first().nanos()),
                Cell.text(each.second().tool()),
                Cell.count(each.second().count()),
                Cell.nanos(each.second().nanos()),
                Double.isFinite(each.ratio())
                        ? Cell.number(each.ratio(), Unit.TIMES)
                        : Cell.absent("one of them has no time"));
    }
}
