package dev.llmprof.report.reference;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.section.Missing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// `operators.md` and `kernels.md` in the columns that existing scripts read.
public final class ReferenceTables {
    private static final int TOP = 20;

    private ReferenceTables() {}

    public static Document operators(Findings findings) {
        return operators(findings, false);
    }

    /// One row an operator and its input shapes, as PyTorch's `group_by_input_shape` has it.
    public static Document operatorsByShape(Findings findings) {
        return operators(findings, true);
    }

    private static Document operators(Findings findings, boolean byShape) {
        return findings.main()
                .map(trace -> byShape ? trace.host().operatorsByShape() : trace.host().operators())
                .filter(found -> !found.rows().isEmpty())
                .map(found -> operators(found, byShape))
                .orElseGet(() ->
                        missing(
                                "Operator Summary (Top-K)",
                                "No framework operators were captured.",
                                "pipeline.torch_profiler.enable=true"));
    }

    private static Document operators(OperatorBreakdown operators, boolean byShape) {
        List<List<Cell>> rows =
                operators.rows().stream()
                        .sorted(
                                Comparator.comparingLong(OperatorBreakdown.Row::totalHostNanos)
                                        .reversed()
                                        .thenComparing(OperatorBreakdown.Row::name)
                                        .thenComparing(OperatorBreakdown.Row::inputShapes))
                        .limit(TOP)
                        .map(row -> row(row, byShape))
                        .toList();
        List<Block.Column> columns =
                new ArrayList<>(
                        List.of(
                                Block.Column.words("op_name"),
                                Block.Column.number("total_time_ms"),
                                Block.Column.number("cuda_time_ms"),
                                Block.Column.number("calls"),
                                Block.Column.number("mean_ms")));
        if (byShape) {
            columns.add(Block.Column.words("input_shapes"));
        }
        String note =
                "cuda_time_ms is the time of the kernels an operator launched itself: operators"
                        + " that only call others have none. See kernels.md for the kernels.";
        return document(
                "Operator Summary (Top-K)",
                rows.size(),
                List.of(new Block.Grid("", columns, rows), new Block.Paragraph(note)));
    }

    private static List<Cell> row(OperatorBreakdown.Row row, boolean byShape) {
        List<Cell> cells =
                new ArrayList<>(
                        List.of(
                                Cell.name(row.name()),
                                Cell.millis(row.totalHostNanos(), 3),
                                Cell.millis(row.deviceNanos(), 3),
                                whole(row.calls()),
                                Cell.millis(
                                        (double) row.totalHostNanos() / Math.max(1, row.calls()),
                                        6)));
        if (byShape) {
            cells.add(Cell.name(row.inputShapes()));
        }
        return cells;
    }

    public static Document kernels(Findings findings) {
        return findings.main()
                .filter(capture -> !capture.gpu().kernels().rows().isEmpty())
                .map(ReferenceTables::kernels)
                .orElseGet(() -> timed(findings.kernels()));
    }

    /// From summaries that have no timeline.
    private static Document timed(List<KernelJoin> joins) {
        List<List<Cell>> rows =
                joins.stream()
                        .filter(join -> !join.times().isEmpty())
                        .limit(TOP)
                        .map(join -> row(join.name(), join.times().getFirst()))
                        .toList();
        return rows.isEmpty()
                ? missing(
                        "Kernel Summary (Top-K)",
                        "No kernels were captured.",
                        "device=cuda:0 with pipeline.torch_profiler.enable=true or"
                                + " pipeline.nsys.enable=true")
                : document("Kernel Summary (Top-K)", rows.size(), List.of(kernelGrid(rows)));
    }

    private static List<Cell> row(String name, KernelJoin.Time time) {
        return List.of(
                Cell.name(name),
                Cell.millis(time.nanos(), 3),
                whole(time.count()),
                Cell.millis((double) time.nanos() / Math.max(1, time.count()), 6),
                Cell.absent("the summary does not name it"));
    }

    private static Block.Grid kernelGrid(List<List<Cell>> rows) {
        return new Block.Grid(
                "",
                List.of(
                        Block.Column.words("kernel_name"),
                        Block.Column.number("total_ms"),
                        Block.Column.number("calls"),
                        Block.Column.number("mean_ms"),
                        Block.Column.words("device")),
                rows);
    }

    private static Document kernels(Capture capture) {
        String device = capture.devices().isEmpty() ? "" : String.join(", ", capture.devices());
        List<List<Cell>> rows =
                capture.gpu().kernels().rows().stream()
                        .limit(TOP)
                        .map(row -> row(row, device))
                        .toList();
        return document("Kernel Summary (Top-K)", rows.size(), List.of(kernelGrid(rows)));
    }

    private static List<Cell> row(KernelBreakdown.Row row, String device) {
        return List.of(
                Cell.name(row.name()),
                Cell.millis(row.spread().totalNanos(), 3),
                whole(row.spread().count()),
                Cell.millis(row.spread().averageNanos(), 6),
                device.isEmpty() ? Cell.absent("the capture does not name it") : Cell.text(device));
    }

    /// Without thousands separators: scripts read these columns.
    private static Cell whole(long count) {
        return new Cell.Decimal((double) count, 0);
    }

    private static Document document(String title, int rows, List<Block> blocks) {
        return new Document(
                title,
                "Rows: " + rows + " (k=" + TOP + ")",
                List.of(new Section("table", "Table", blocks)));
    }

    private static Document missing(String title, String what, String how) {
        return new Document(
                title, "Rows: 0", List.of(Missing.section("table", "Table", what, how)));
    }
}
