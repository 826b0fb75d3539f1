package dev.llmprof.report.paper;

import dev.llmprof.analysis.cost.BoundTime;
import dev.llmprof.analysis.cost.OnDevice;
import dev.llmprof.analysis.cost.OperatorCost;
import dev.llmprof.analysis.cost.PhaseCost;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.analysis.cost.SweepPoint;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Model;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.section.Roofs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The static analysis as a page with charts.
public final class StaticComputePage {
    private static final int OPERATORS_SHOWN = 20;
    private static final int MOST_BARS = 40;

    private StaticComputePage() {}

    public static Document of(StaticAnalysis analysis) {
        List<Section> sections = new ArrayList<>();
        analysis.device()
                .ifPresent(device -> {
                    sections.add(
                            new Section(
                                    "device",
                                    StaticDeviceBlocks.title(device, analysis.caveats()),
                                    StaticDeviceBlocks.answers(device, analysis.caveats())));
                    sections.add(
                            new Section(
                                    "roofline", "Roofline", List.of(roofline(analysis, device))));
                });
        sections.add(
                new Section(
                        "static",
                        "Predicted",
                        StaticComputeSection.ofModel(analysis, OPERATORS_SHOWN)));
        return new Document(
                analysis.model().name() + ", predicted",
                analysis.counting().convention().sentence(),
                sections);
    }

    public static Document of(List<SweepPoint> points, Model model, Counting counting) {
        List<Block> blocks = new ArrayList<>();
        if (points.stream().anyMatch(point -> !point.device().isEmpty())) {
            blocks.add(bars(points));
        }
        blocks.addAll(SweepSection.blocks(points, model, counting));
        return new Document(
                model.name() + ", what if",
                counting.convention().sentence(),
                List.of(new Section("sweep", "What if", blocks)));
    }

    private static Block roofline(StaticAnalysis analysis, OnDevice device) {
        var ceiling = device.ceiling();
        List<Chart.Roofline.Point> points = new ArrayList<>();
        for (PhaseCost phase : analysis.phases()) {
            double total = phase.boundSeconds().orElse(1.0);
            for (OperatorCost operator : phase.operators()) {
                double seconds = operator.bound().map(BoundTime::seconds).orElse(0.0);
                if (operator.cost().intensity() > 0 && seconds > 0) {
                    points.add(
                            new Chart.Roofline.Point(
                                    operator.operator().name(),
                                    phase.name(),
                                    operator.cost().intensity(),
                                    operator.cost().tensorFlops() / seconds,
                                    seconds / total));
                }
            }
        }
        return new Block.Figure(
                "Roofline of " + ceiling.device(),
                "Every operator at its bound: FLOPs per byte, and how fast it can be at best.",
                new Chart.Roofline(Roofs.of(ceiling), ceiling.bytesPerSecond(), points));
    }

    private static Block bars(List<SweepPoint> points) {
        Map<String, Double> first = new LinkedHashMap<>();
        Map<String, Double> each = new LinkedHashMap<>();
        for (SweepPoint point : points) {
            if (first.size() < MOST_BARS) {
                first.put(label(point), point.firstTokenSeconds() * 1e9);
                each.put(label(point), point.perTokenSeconds() * 1e9);
            }
        }
        return new Block.Figure(
                "Bounds",
                "The least time to first token (TTFT) and per output token (TPOT).",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        false,
                        List.copyOf(first.keySet()),
                        List.of(
                                new Chart.Bars.Series("TTFT", List.copyOf(first.values())),
                                new Chart.Bars.Series("TPOT", List.copyOf(each.values())))));
    }

    private static String label(SweepPoint point) {
        return String.format(
                Locale.ROOT,
                "%s, batch %d, prompt %d, new %d",
                point.device(),
                point.request().batch(),
                point.promptTokens(),
                point.request().newTokens());
    }
}
