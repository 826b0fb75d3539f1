package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.ModuleBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.breakdown.OperatorRates;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.table.HostTables;
import dev.llmprof.report.table.RateTables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The framework's operators, by name and by shapes, and the modules they ran in.
public final class OperatorsSection {

    /// Of the GPU time, for operators to be named as where it goes.
    private static final double MOST = .5;

    private OperatorsSection() {}

    public static Section of(Findings findings, int rows) {
        return findings.main()
                .filter(capture -> !capture.host().operators().rows().isEmpty())
                .map(capture -> section(capture, rows))
                .or(() ->
                        findings.main()
                                .filter(OperatorsSection::isForeign)
                                .map(capture -> ranges(capture, rows)))
                .orElseGet(() ->
                        Missing.section(
                                "operators",
                                "Operators",
                                "No framework operators were captured.",
                                "pipeline.torch_profiler.enable=true, or analyze a PyTorch trace"));
    }

    /// A trace of another tool, in which ranges are all there is of the host.
    private static boolean isForeign(Capture capture) {
        return capture.origin().tool().equals("chrome")
                && !capture.marked().ranges().rows().isEmpty();
    }

    private static Section ranges(Capture capture, int rows) {
        return new Section(
                "operators",
                "Ranges",
                List.of(
                        HostTables.RANGES.grid(
                                "Ranges of the host by name, the longest first",
                                capture.marked().ranges().rows(),
                                rows,
                                "name",
                                "host_count",
                                "host_self_ns",
                                "host_ns")));
    }

    private static Section section(Capture capture, int rows) {
        List<Block> blocks = new ArrayList<>();
        if (capture.gpu().timeline().spanNanos() > 0) {
            blocks.add(
                    new Block.Paragraph(
                            "GPU time is that of the kernels an operator launched itself; an"
                                    + " operator that only calls others has none of its own, which is"
                                    + " why many rows show zero there."));
        }
        blocks.addAll(unattributed(capture));
        blocks.add(table(capture, capture.host().operators(), rows, "Operators by name"));
        if (hasShapes(capture.host().operatorsByShape())) {
            blocks.add(new Block.Heading("By shapes"));
            blocks.add(
                    table(
                            capture,
                            capture.host().operatorsByShape(),
                            rows,
                            "Operators by name and input shapes"));
            rates(blocks, capture.host().rates(), rows);
        } else {
            blocks.add(
                    Missing.note(
                            "Input shapes were not recorded.",
                            "record_shapes=True in torch.profiler, which llmprof run sets"));
        }
        modules(blocks, capture.gpu().modules(), rows);
        return new Section("operators", "Operators", blocks);
    }

    /// Most of the time may lie where no operator is known.
    private static List<Block> unattributed(Capture capture) {
        double coverage = capture.gpu().attribution().coverage();
        return coverage >= MOST
                ? List.of()
                : List.of(
                        new Block.Note(
                                Block.Tone.WARNING,
                                "Operators are known for "
                                        + Cell.share(coverage).shown()
                                        + " of the GPU time only: the rows below say nothing of the"
                                        + " rest."));
    }

    private static void rates(List<Block> blocks, OperatorRates rates, int limit) {
        List<OperatorRates.Row> known =
                rates.rows().stream().filter(OperatorRates.Row::known).toList();
        if (known.isEmpty()) {
            return;
        }
        blocks.add(new Block.Heading("Rates from shapes"));
        blocks.add(
                new Block.Paragraph(
                        "From the shapes and types of inputs: "
                                + RateWords.of(rates)
                                + ". FLOPs are those of matrix products and attention without a"
                                + " mask; bytes are the least traffic, each input read once and the"
                                + " output written once."));
        List<String> columns =
                new ArrayList<>(
                        List.of(
                                "name",
                                "input_shapes",
                                "calls",
                                "device_ns",
                                "flops_per_s",
                                "bytes_per_s",
                                "flops_per_byte",
                                "bound_share"));
        if (known.stream().anyMatch(OperatorRates.Row::impossible)) {
            columns.add("impossible");
        }
        blocks.add(
                RateTables.RATES.grid(
                        "Operators by GPU time", known, limit, columns.toArray(String[]::new)));
    }

    private static boolean hasShapes(OperatorBreakdown operators) {
        return operators.rows().stream().anyMatch(row -> !row.inputShapes().isEmpty());
    }

    /// Shares are of all GPU time of the capture, also of what no operator is known for.
    public static Block.Grid table(
            Capture capture, OperatorBreakdown operators, int limit, String caption) {
        long whole =
                operators.deviceNanos() > 0
                        ? capture.gpu().attribution().gpuNanos()
                        : operators.selfHostNanos();
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
                        .map(row -> row(row, whole, gpu))
                        .toList();
        return new Block.Grid(
                        caption + (gpu ? ", by own GPU time" : ", by own host time"),
                        columns(gpu),
                        rows,
                        operators.rows().size() - rows.size())
                .from(hasShapes(operators) ? "operator_shape_summary" : "operator_summary");
    }

    private static List<Block.Column> columns(boolean gpu) {
        List<Block.Column> columns = new ArrayList<>();
        columns.add(Block.Column.words("operator"));
        columns.add(
                Block.Column.number("share")
                        .meaning(gpu ? "of all GPU time" : "of all operators' own host time"));
        columns.add(Block.Column.number("calls").meaning("with those that graphs replayed"));
        if (gpu) {
            columns.add(Block.Column.number("GPU own"));
            columns.add(Block.Column.number("GPU total").meaning("with the operators it calls"));
        }
        columns.add(Block.Column.number("host own"));
        columns.add(Block.Column.number("host total"));
        return columns;
    }

    private static List<Cell> row(OperatorBreakdown.Row row, long whole, boolean gpu) {
        String name =
                row.inputShapes().isEmpty() ? row.name() : row.name() + "  " + row.inputShapes();
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.name(name));
        cells.add(
                Cell.share(
                        (double) (gpu ? row.deviceNanos() : row.selfHostNanos())
                                / Math.max(1, whole)));
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
