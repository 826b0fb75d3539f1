package dev.llmprof.report;

import dev.llmprof.analysis.Capture;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.KernelBreakdown;
import dev.llmprof.analysis.OperatorBreakdown;
import dev.llmprof.analysis.WorkTree;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Each table as CSV, all rows, base units in the column names.
final class TableFiles {

    private TableFiles() {}

    static SortedMap<String, String> of(Findings findings) {
        SortedMap<String, String> files = new TreeMap<>();
        findings.main()
                .ifPresent(capture -> {
                    put(files, "kernels", kernels(capture.analysis().kernels()));
                    put(files, "operators", operators(capture.analysis().operators()));
                    put(
                            files,
                            "operators_by_shape",
                            operators(capture.analysis().operatorsByShape()));
                    put(files, "phase_operator_kernel", tree(capture));
                });
        return files;
    }

    private static void put(SortedMap<String, String> files, String name, Block.Grid grid) {
        if (!grid.rows().isEmpty()) {
            files.put("csv/" + name + ".csv", Csv.text(grid));
        }
    }

    private static Block.Grid kernels(KernelBreakdown kernels) {
        return new Block.Grid(
                "",
                columns(
                        "kernel",
                        "category",
                        "count",
                        "total_ns",
                        "mean_ns",
                        "min_ns",
                        "median_ns",
                        "p95_ns",
                        "max_ns"),
                kernels.rows().stream()
                        .map(row ->
                                List.of(
                                        Cell.name(row.name()),
                                        Cell.text(row.category().label()),
                                        Cell.count(row.spread().count()),
                                        Cell.nanos(row.spread().totalNanos()),
                                        Cell.nanos(row.spread().averageNanos()),
                                        Cell.nanos(row.spread().minNanos()),
                                        Cell.nanos(row.spread().medianNanos()),
                                        Cell.nanos(row.spread().p95Nanos()),
                                        Cell.nanos(row.spread().maxNanos())))
                        .toList());
    }

    private static Block.Grid operators(OperatorBreakdown operators) {
        return new Block.Grid(
                "",
                columns(
                        "operator",
                        "input_shapes",
                        "calls",
                        "gpu_own_ns",
                        "gpu_total_ns",
                        "host_own_ns",
                        "host_total_ns"),
                operators.rows().stream()
                        .map(row ->
                                List.of(
                                        Cell.name(row.name()),
                                        Cell.text(row.inputShapes()),
                                        Cell.count(row.calls()),
                                        Cell.nanos(row.deviceNanos()),
                                        Cell.nanos(row.deviceTotalNanos()),
                                        Cell.nanos(row.selfHostNanos()),
                                        Cell.nanos(row.totalHostNanos())))
                        .toList());
    }

    private static Block.Grid tree(Capture capture) {
        List<List<Cell>> rows = new ArrayList<>();
        for (WorkTree phase : capture.tree().children()) {
            for (WorkTree operator : phase.children()) {
                for (WorkTree leaf : operator.children()) {
                    rows.add(
                            List.of(
                                    Cell.text(phase.name()),
                                    Cell.name(operator.name()),
                                    Cell.name(leaf.name()),
                                    Cell.count(leaf.count()),
                                    Cell.nanos(leaf.nanos())));
                }
            }
        }
        boolean gpu = capture.analysis().timeline().spanNanos() > 0;
        return new Block.Grid(
                "",
                columns("phase", "operator", gpu ? "kernel" : "input_shapes", "count", "total_ns"),
                rows);
    }

    private static List<Block.Column> columns(String... titles) {
        return List.of(titles).stream().map(Block.Column::words).toList();
    }
}
