package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.util.Comparator;
import java.util.List;

/// What the terminal shows of a kernel table that nsys wrote.
final class SummaryScreen {
    private SummaryScreen() {}

    static List<Block> of(String source, NsysKernelSummary summary, int top) {
        long total = summary.rows().stream().mapToLong(NsysKernelSummary.Row::totalNanos).sum();
        List<List<Cell>> rows =
                summary.rows().stream()
                        .sorted(
                                Comparator.comparingLong(
                                                (NsysKernelSummary.Row row) -> -row.totalNanos())
                                        .thenComparing(NsysKernelSummary.Row::name))
                        .limit(top)
                        .map(row -> cells(row, total))
                        .toList();
        return List.of(
                new Block.Heading(source + " · " + summary.rows().size() + " kernels"),
                new Block.Paragraph(""),
                new Block.Grid(
                        "",
                        List.of(
                                Block.Column.number("GPU time"),
                                Block.Column.number("share"),
                                Block.Column.number("count"),
                                Block.Column.words("kernel")),
                        rows),
                new Block.Paragraph(""));
    }

    private static List<Cell> cells(NsysKernelSummary.Row row, long total) {
        return List.of(
                Cell.nanos(row.totalNanos()),
                Cell.share((double) row.totalNanos() / Math.max(1, total)),
                Cell.count(row.instances()),
                Cell.name(KernelNames.brief(row.name())));
    }
}
