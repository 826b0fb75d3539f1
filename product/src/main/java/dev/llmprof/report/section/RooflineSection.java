package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.OperatorRates;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Work against traffic: kernels by their counters, phases by the model, operators by their shapes.
public final class RooflineSection {

    /// More points than these cover one another.
    private static final int OPERATORS_DRAWN = 60;

    private RooflineSection() {}

    public static Section of(Findings findings) {
        List<Block> blocks = new ArrayList<>();
        predicted(findings).ifPresent(blocks::add);
        counted(findings.kernels()).ifPresent(blocks::add);
        findings.main().flatMap(main -> shaped(main.host().rates())).ifPresent(blocks::add);
        if (blocks.isEmpty()) {
            return Missing.section(
                    "roofline",
                    "Roofline",
                    "There are no counters, no model and no operators with shapes, so nothing"
                            + " can be placed in a roofline.",
                    "pipeline.ncu.enable=true for kernels; pipeline.static_analysis.enable=true, or"
                            + " analyze … --model CONFIG, for phases");
        }
        return new Section("roofline", "Roofline", blocks);
    }

    private static Optional<Block> predicted(Findings findings) {
        if (findings.prediction().isEmpty()) {
            return Optional.empty();
        }
        Prediction prediction = findings.prediction().get();
        var chart =
                new Chart.Roofline(
                        Roofs.of(prediction), prediction.bytesPerSecond(), points(prediction));
        return Optional.of(
                new Block.Figure(
                        "Phases",
                        "What the model's operations need on "
                                + prediction.hardware()
                                + ": the least time, and the time taken. Larger is more time. "
                                + ridges(prediction),
                        chart));
    }

    private static List<Chart.Roofline.Point> points(Prediction prediction) {
        double all =
                prediction.phases().stream().mapToDouble(p -> p.measuredNanos().orElse(0.0)).sum();
        List<Chart.Roofline.Point> points = new ArrayList<>();
        for (Prediction.Part part : prediction.phases()) {
            if (part.flopsPerByte() > 0 && part.boundNanos() > 0) {
                points.add(point(part, "bound", part.boundNanos(), .02));
                part.measuredNanos()
                        .filter(nanos -> nanos > 0)
                        .ifPresent(
                                nanos -> points.add(point(part, "measured", nanos, nanos / all)));
            }
        }
        return points;
    }

    private static String ridges(Prediction prediction) {
        return Roofs.of(prediction).stream()
                .map(ceiling ->
                        ceiling.name()
                                + " at "
                                + Numbers.text(
                                        ceiling.flopsPerSecond() / prediction.bytesPerSecond(),
                                        Unit.FLOPS_PER_BYTE))
                .collect(Collectors.joining("; ", "Ridges: ", "."));
    }

    private static Chart.Roofline.Point point(
            Prediction.Part part, String series, double nanos, double weight) {
        return new Chart.Roofline.Point(
                part.phase(),
                series,
                part.flopsPerByte(),
                1e9 * part.tensorFlops() / nanos,
                weight);
    }

    private static Optional<Block> counted(List<KernelJoin> joins) {
        List<Chart.Roofline.Point> points = new ArrayList<>();
        for (KernelJoin join : joins) {
            for (KernelCounters counters : join.counters()) {
                counters.roofline()
                        .ifPresent(p ->
                                points.add(
                                        new Chart.Roofline.Point(
                                                ShownText.shortened(
                                                        KernelNames.brief(join.name()), 120),
                                                CountersSection.bound(counters),
                                                p.flopsPerByte(),
                                                p.flopsPerSecond(),
                                                join.share())));
            }
        }
        Optional<Chart.Roofline> chart =
                chart(joins.stream().flatMap(join -> join.counters().stream()).toList(), points);
        return chart.map(roofline ->
                new Block.Figure(
                        "Kernels",
                        ShownText.counted(points.size(), "kernel", "kernels")
                                + " by ncu's counters, in base units. The memory and vector roofs"
                                + " are those the report itself states, at the clocks it ran with;"
                                + " those of the matrix units are the device's, where its name is"
                                + " known. Tensor operations may lie above the vector roof.",
                        roofline));
    }

    private static Optional<Block> shaped(OperatorRates rates) {
        List<Chart.Roofline.Point> points =
                rates.certain().stream()
                        .filter(row -> row.flopsPerByte().isPresent())
                        .limit(OPERATORS_DRAWN)
                        .map(row ->
                                new Chart.Roofline.Point(
                                        ShownText.shortened(
                                                row.name() + " " + row.inputShapes(), 120),
                                        "operator",
                                        row.flopsPerByte().getAsDouble(),
                                        row.flopsPerSecond().getAsDouble(),
                                        (double) row.gpuNanos() / rates.gpuNanos()))
                        .toList();
        if (points.isEmpty() || rates.gpu().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Block.Figure(
                        "Operators",
                        "Matrix products and attention by the shapes of their inputs, the least"
                                + " traffic taken: "
                                + RateWords.of(rates)
                                + ". Larger is more time.",
                        new Chart.Roofline(
                                Roofs.of(rates.peaks()), rates.peakBytesPerSecond(), points)));
    }

    public static Optional<Chart.Roofline> chart(
            List<KernelCounters> kernels, List<Chart.Roofline.Point> points) {
        Optional<KernelCounters> peaks =
                kernels.stream()
                        .filter(c ->
                                c.peakBytesPerSecond().isPresent()
                                        && c.peakFp32PerSecond().isPresent())
                        .findFirst();
        if (points.isEmpty() || peaks.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Chart.Roofline(
                        Roofs.of(peaks.get()),
                        peaks.get().peakBytesPerSecond().getAsDouble(),
                        points));
    }
}
