package dev.llmprof.report.ncu;

import dev.llmprof.analysis.drawing.Histograms;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.ncu.NcuLongRow;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.format.Svg;
import dev.llmprof.report.section.RooflineSection;
import dev.llmprof.report.table.CounterTables;
import dev.llmprof.report.table.FilledTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        List<FilledTable<?>> tables =
                List.of(
                        CounterTables.KERNELS.filled(kernels),
                        CounterTables.CLASSES.filled(kernels),
                        CounterTables.METRICS.filled(metrics));
        tables.forEach(table -> files.put(table.name() + ".csv", table.csv()));
        for (NcuFact fact : NcuFact.values()) {
            histogram(files, kernels, fact);
        }
        rooflines(files, kernels);
        return files;
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
                                    base + "_physical.svg",
                                    Svg.roofline(CounterTables.display(kernel), chart)));
            if (kernel.launches() > 0) {
                files.put(
                        base + "_normalized.svg",
                        normalised(CounterTables.display(kernel), List.of(kernel)));
            }
        }
    }

    private static Optional<Chart.Roofline> roofline(List<KernelCounters> kernels) {
        List<Chart.Roofline.Point> points = new ArrayList<>();
        for (KernelCounters kernel : kernels) {
            kernel.roofline()
                    .ifPresent(p ->
                            points.add(
                                    new Chart.Roofline.Point(
                                            CounterTables.display(kernel),
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
                                CounterTables.display(kernel),
                                dram.getAsDouble(),
                                compute.getAsDouble(),
                                .05));
            }
        }
        return Svg.percentages(
                title, "DRAM throughput, % of peak", "SM throughput, % of peak", points);
    }
}
