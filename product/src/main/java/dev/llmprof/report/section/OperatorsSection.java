package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.ModuleBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.table.HostTables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The framework's operators, by name and by shapes, and the modules they ran in.
public final class OperatorsSection {

    private OperatorsSection() {}

    public static Section of(Findings findings, int rows) {
        return findings.main()
                .filter(capture -> !capture.host().operators().rows().isEmpty())
                .map(capture -> section(capture, rows))
                .orElseGet(() ->
                        Missing.section(
                                "operators",
                                "Operators",
                                "No framework operators were captured.",
                                "pipeline.torch_profiler.enable=true, or analyze a PyTorch trace"));
    }

    private static Section section(Capture capture, int rows) {
        List<Block> blocks = new ArrayList<>();
        if (capture.gpu().timeline().spanNanos() > 0) {
            blocks.add(
                    new Block.Paragraph(
                            "GPU time is that of the kernels an operator launched itself; an operator that only calls"
                                    + " others has none of its own, which is why many rows show zero there."));
        }
        blocks.add(table(capture.host().operators(), rows, "Operators by name"));
        if (hasShapes(capture.host().operatorsByShape())) {
            blocks.add(new Block.Heading("By shapes"));
            blocks.add(
                    table(
                            capture.host().operatorsByShape(),
                            rows,
                            "Operators by name and input shapes"));
        } else {
            blocks.add(
                    Missing.note(
                            "Input shapes were not recorded.",
                            "record_shapes=True in torch.profiler, which llmprof run sets"));
        }
        modules(blocks, capture.gpu().modules(), rows);
        return new Section("operators", "Operators", blocks);
    }

    private static boolean hasShapes(OperatorBreakdown operators) {
        return operators.rows().stream().anyMatch(row -> !row.inputShapes().isEmpty());
    }

    public static Block.Grid table(OperatorBreakdown operators, int limit, String caption) {
        boolean gpu = operators.deviceNanos() > 0;
        Comparator<OperatorBreakdown.Row> order =
                Comparator.comparingLong(
                        gpu
                                ? OperatorBreakdown.Row::deviceNanos
                                : OperatorBreakdown.Row::selfHostNanos);
        List<List<Cell>> rows =
                operators.rows().stream()
                        .sorted(
                                order.reversed()
                                        .thenComparing(OperatorBreakdown.Row::name)
                                        .thenComparing(OperatorBreakdown.Row::inputShapes))
                        .limit(limit)
                        .map(row -> row(row, operators, gpu))
                        .toList();
        return new Block.Grid(
                caption + (gpu ? ", by own GPU time" : ", by own host time"),
                columns(gpu),
                rows,
                operators.rows().size() - rows.size());
    }

    private static List<Block.Column> columns(boolean gpu) {
        List<Block.Column> columns = new ArrayList<>();
        columns.add(Block.Column.words("operator"));
        columns.add(
                Block.Column.number("share")
                        .meaning(
                                gpu
                                        ? "of all operators' GPU time"
                                        : "of all operators' own host time"));
        columns.add(Block.Column.number("calls"));
        if (gpu) {
            columns.add(Block.Column.number("GPU own"));
            columns.add(Block.Column.number("GPU total").meaning("with the operators it calls"));
        }
        columns.add(Block.Column.number("host own"));
        columns.add(Block.Column.number("host total"));
        return columns;
    }

    private static List<Cell> row(OperatorBreakdown.Row row, OperatorBreakdown all, boolean gpu) {
        String name =
                row.inputShapes().isEmpty() ? row.name() : row.name() + "  " + row.inputShapes();
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.name(name));
        cells.add(
                Cell.share(
                        gpu
                                ? (double) row.deviceNanos() / all.deviceNanos()
                                : (double) row.selfHostNanos() / all.selfHostNanos()));
        cells.add(Cell.count(row.calls()));
        if (gpu) {
            cells.add(Cell.nanos(row.deviceNanos()));
            cells.add(Cell.nanos(row.deviceTotalNanos()));
        }
        cells.add(Cell.nanos(row.selfHostNanos()));
        cells.add(Cell.nanos(row.totalHostNanos()));
        return cells;
    }

    private static void modules(List<Block> blocks, ModuleBreakdown modules, int limit) {
        if (modules.rows().isEmpty()) {
            return;
        }
        blocks.add(new Block.Heading("By module"));
        blocks.add(
                HostTables.MODULES.grid(
                        "GPU time by PyTorch module class and operator",
                        HostTables.modules(modules),
                        limit,
                        "module",
                        "operator",
                        "share",
                        "gpu_sum_ns",
                        "gpu_events"));
    }
}
