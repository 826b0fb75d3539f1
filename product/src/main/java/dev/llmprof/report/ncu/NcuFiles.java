package dev.llmprof.report.ncu;

import dev.llmprof.analysis.drawing.Histograms;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.ncu.NcuLongRow;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Names;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.format.Csv;
import dev.llmprof.report.format.Svg;
import dev.llmprof.report.section.RooflineSection;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/// What ncu counted as files: summary, classes and all metrics as CSV, histograms and rooflines as
/// SVG.
public final class NcuFiles {
    private static final int BINS = 10;

    private NcuFiles() {}

    public static SortedMap<String, String> of(
            List<KernelCounters> kernels, List<NcuLongRow> metrics) {
        SortedMap<String, String> files = new TreeMap<>();
        files.put("metrics_summary.csv", Csv.text(summary(kernels)));
        files.put("classification_summary.csv", Csv.text(classes(kernels)));
        files.put("all_metrics_long.csv", Csv.text(metrics(metrics)));
        for (NcuFact fact : NcuFact.values()) {
            histogram(files, kernels, fact);
        }
        rooflines(files, kernels);
        return files;
    }

    static Block.Grid summary(List<KernelCounters> kernels) {
        List<String> titles =
                new ArrayList<>(
                        List.of(
                                "kernel_id",
                                "kernel_name",
                                "display_name",
                                "grid_size",
                                "block_size",
                                "device",
                                "cc",
                                "process",
                                "process_id"));
        for (NcuFact fact : NcuFact.values()) {
            titles.add(fact.column());
        }
        titles.addAll(
                List.of(
                        "classification",
                        "roofline_ai_flops_per_byte",
                        "roofline_flops_per_s",
                        "limiter",
                        "sm_against_dram",
                        "launches"));
        return new Block.Grid("", columns(titles), kernels.stream().map(NcuFiles::row).toList());
    }

    private static List<Cell> row(KernelCounters kernel) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(kernel.id()));
        cells.add(Cell.name(kernel.name()));
        cells.add(Cell.text(display(kernel)));
        cells.add(Cell.text(kernel.launches() == 0 ? "" : kernel.grid()));
        cells.add(Cell.text(kernel.launches() == 0 ? "" : kernel.block()));
        cells.add(Cell.text(kernel.device()));
        cells.add(Cell.text(kernel.computeCapability()));
        cells.add(Cell.text(kernel.process()));
        cells.add(kernel.launches() == 0 ? Cell.text("") : Cell.count(kernel.processId()));
        for (NcuFact fact : NcuFact.values()) {
            OptionalDouble value = kernel.fact(fact);
            cells.add(
                    value.isPresent()
                            ? Cell.number(
                                    rounded(fact.inColumnUnit(value.getAsDouble())), Unit.PLAIN)
                            : Cell.absent("not collected"));
        }
        cells.add(Cell.text(kernel.boundBy().bound().label()));
        Cell none = Cell.absent("operations were not counted");
        cells.add(
                kernel.roofline().map(p -> Cell.number(p.flopsPerByte(), Unit.PLAIN)).orElse(none));
        cells.add(
                kernel.roofline()
                        .map(p -> Cell.number(p.flopsPerSecond(), Unit.PLAIN))
                        .orElse(none));
        cells.add(Cell.text(kernel.boundBy().limiter()));
        cells.add(Cell.text(kernel.boundBy().smAgainstDram().label()));
        cells.add(Cell.count(kernel.launches()));
        return cells;
    }

    /// 6.75 µs that became 6750 ns must not come back as 6.7500000000000004.
    private static double rounded(double value) {
        return Double.parseDouble(String.format(java.util.Locale.ROOT, "%.12g", value));
    }

    private static String display(KernelCounters kernel) {
        return kernel.friendlyName().isEmpty()
                ? Names.shortened(KernelNames.brief(kernel.name()), 80)
                : kernel.friendlyName();
    }

    private static Block.Grid classes(List<KernelCounters> kernels) {
        return new Block.Grid(
                "",
                columns(
                        List.of(
                                "kernel_id",
                                "classification",
                                "leaning",
                                "limiter",
                                "sm_against_dram")),
                kernels.stream()
                        .map(kernel ->
                                List.of(
                                        Cell.text(kernel.id()),
                                        Cell.text(kernel.boundBy().bound().label()),
                                        Cell.text(kernel.boundBy().leaning().label()),
                                        Cell.text(kernel.boundBy().limiter()),
                                        Cell.text(kernel.boundBy().smAgainstDram().label())))
                        .toList());
    }

    private static Block.Grid metrics(List<NcuLongRow> rows) {
        return new Block.Grid(
                "",
                columns(List.of("kernel_id", "section", "metric_name", "value", "unit", "launch")),
                rows.stream()
                        .map(row ->
                                List.of(
                                        Cell.text(row.kernelId()),
                                        Cell.text(row.section()),
                                        Cell.text(row.metric()),
                                        Cell.number(row.value(), Unit.PLAIN),
                                        Cell.text(row.unit()),
                                        Cell.count(row.launch())))
                        .toList());
    }

    private static void histogram(
            SortedMap<String, String> files, List<KernelCounters> kernels, NcuFact fact) {
        List<Double> values = new ArrayList<>();
        kernels.forEach(k -> k.fact(fact).ifPresent(v -> values.add(fact.inColumnUnit(v))));
        if (!values.isEmpty()) {
            Histograms bins = Histograms.of(values, BINS);
            var chart = new Chart.Histogram(Unit.PLAIN, bins.edges(), bins.counts());
            files.put(
                    "histograms/" + fact.column() + ".svg",
                    Svg.histogram(fact.column(), fact.column(), chart));
        }
    }

    private static void rooflines(SortedMap<String, String> files, List<KernelCounters> kernels) {
        roofline(kernels)
                .ifPresent(chart ->
                        files.put(
                                "roofline_scatter_physical.svg",
                                Svg.roofline("Kernels on the roofline", chart)));
        files.put("roofline_scatter_normalized.svg", normalised("Compute against DRAM", kernels));
        for (KernelCounters kernel : kernels) {
            String base = "roofline_per_kernel/" + kernel.id().replaceAll("[^A-Za-z0-9._-]", "_");
            roofline(List.of(kernel))
                    .ifPresent(chart ->
                            files.put(
                                    base + "_physical.svg", Svg.roofline(display(kernel), chart)));
            if (kernel.launches() > 0) {
                files.put(base + "_normalized.svg", normalised(display(kernel), List.of(kernel)));
            }
        }
    }

    private static java.util.Optional<Chart.Roofline> roofline(List<KernelCounters> kernels) {
        List<Chart.Roofline.Point> points = new ArrayList<>();
        for (KernelCounters kernel : kernels) {
            kernel.roofline()
                    .ifPresent(p ->
                            points.add(
                                    new Chart.Roofline.Point(
                                            display(kernel),
                                            "",
                                            p.flopsPerByte(),
                                            p.flopsPerSecond(),
                                            .05)));
        }
        return RooflineSection.chart(kernels, points);
    }

    private static String normalised(String title, List<KernelCounters> kernels) {
        List<Svg.Percentages> points = new ArrayList<>();
        for (KernelCounters kernel : kernels) {
            OptionalDouble dram = kernel.fact(NcuFact.DRAM_THROUGHPUT);
            OptionalDouble compute = kernel.fact(NcuFact.SM_THROUGHPUT);
            if (dram.isPresent() && compute.isPresent()) {
                points.add(
                        new Svg.Percentages(
                                display(kernel), dram.getAsDouble(), compute.getAsDouble(), .05));
            }
        }
        return Svg.percentages(
                title, "DRAM throughput, % of peak", "SM throughput, % of peak", points);
    }

    private static List<Block.Column> columns(List<String> titles) {
        return titles.stream().map(Block.Column::words).toList();
    }
}
