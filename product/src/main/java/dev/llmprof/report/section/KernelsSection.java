package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.CategoryBreakdown;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.breakdown.MemoryBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.GpuTables;
import java.util.ArrayList;
import java.util.List;

/// Kernels, what they are, and copies.
public final class KernelsSection {

    private KernelsSection() {}

    public static Section of(Findings findings, int rows) {
        return findings.main()
                .filter(capture -> capture.gpu().timeline().spanNanos() > 0)
                .map(capture -> section(capture, findings, rows))
                .orElseGet(() -> withoutTimeline(findings, rows));
    }

    /// A summary that nsys printed has no timeline, but it has times.
    private static Section withoutTimeline(Findings findings, int rows) {
        if (!SourcesBlocks.sources(findings).isEmpty()) {
            List<Block> blocks = new ArrayList<>(DisagreementBlocks.of(findings, rows));
            blocks.add(SourcesBlocks.table(findings, rows));
            return new Section("kernels", "Kernels", blocks);
        }
        return Missing.section(
                "kernels",
                "Kernels",
                "No GPU work was captured.",
                "device=cuda:0 on a machine with a GPU, or analyze a capture that has some");
    }

    private static Section section(Capture capture, Findings findings, int rows) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(categories(capture.gpu().categories()));
        blocks.add(table(capture.gpu().kernels(), rows));
        if (SourcesBlocks.sources(findings).size() > 1) {
            blocks.add(new Block.Heading("Source by source"));
            blocks.addAll(DisagreementBlocks.of(findings, rows));
            blocks.add(SourcesBlocks.table(findings, rows));
        }
        if (capture.gpu().copies().count() + capture.gpu().sets().count() > 0) {
            blocks.add(new Block.Heading("Memory copies and fills"));
            blocks.add(copies(capture.gpu().copies(), capture.gpu().sets()));
        }
        return new Section("kernels", "Kernels", blocks);
    }

    private static Block categories(CategoryBreakdown categories) {
        List<CategoryBreakdown.Row> rows =
                categories.rows().stream().filter(row -> row.totalNanos() > 0).toList();
        return new Block.Figure(
                "GPU time by kind of work",
                "Classified by kernel name; unrecognised names count as \"other\".",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        false,
                        rows.stream().map(row -> row.category().label()).toList(),
                        List.of(
                                new Chart.Bars.Series(
                                        "GPU time",
                                        rows.stream()
                                                .map(row -> (double) row.totalNanos())
                                                .toList()))));
    }

    public static Block.Grid table(KernelBreakdown kernels, int limit) {
        return GpuTables.KERNELS.grid(
                "Kernels by total time",
                GpuTables.kernels(kernels),
                limit,
                "name",
                "category",
                "share",
                "total_ns",
                "count",
                "mean_ns",
                "median_ns",
                "p95_ns",
                "min_ns",
                "max_ns");
    }

    private static Block.Grid copies(MemoryBreakdown copies, MemoryBreakdown sets) {
        List<List<Cell>> rows = new ArrayList<>();
        copies.rows().forEach(row -> rows.add(row(row)));
        sets.rows().forEach(row -> rows.add(row(row)));
        return new Block.Grid(
                        "Memory copies and fills by name",
                        List.of(
                                Block.Column.words("name"),
                                Block.Column.number("total"),
                                Block.Column.number("calls"),
                                Block.Column.number("bytes"),
                                Block.Column.number("rate")),
                        rows)
                .from("memory_summary");
    }

    private static List<Cell> row(MemoryBreakdown.Row row) {
        boolean known = row.bytes() > 0 && row.spread().totalNanos() > 0;
        Cell absent = Cell.absent("the capture has no sizes");
        return List.of(
                Cell.name(row.name()),
                Cell.nanos(row.spread().totalNanos()),
                Cell.count(row.spread().count()),
                known ? Cell.number((double) row.bytes(), Unit.BYTES) : absent,
                known
                        ? Cell.number(
                                1e9 * row.bytes() / row.spread().totalNanos(),
                                Unit.BYTES_PER_SECOND)
                        : absent);
    }
}
