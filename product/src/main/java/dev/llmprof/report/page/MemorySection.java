package dev.llmprof.report.page;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.conditions.ConditionRow;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.drawing.MemoryView;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.section.Missing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/// Memory over time: what PyTorch's allocators held, and what the machine says of the run.
public final class MemorySection {

    private static final int POINTS = 500;

    private MemorySection() {}

    public static Section of(Findings findings) {
        List<Block> blocks = new ArrayList<>();
        findings.main()
                .map(capture -> capture.memory().curves())
                .filter(curves -> !curves.isEmpty())
                .ifPresent(curves -> blocks.addAll(allocated(curves)));
        blocks.addAll(sampled(findings.trust().conditions()));
        return blocks.isEmpty()
                ? Missing.section(
                        "memory",
                        "Memory over time",
                        "How much memory was held was not recorded.",
                        "pipeline.conditions.enable=true for a run; for each tensor"
                                + " profiling/torch=torch-profiler.max, or profile_memory=True in"
                                + " your own profiler")
                : new Section("memory", "Memory over time", blocks);
    }

    private static List<Block> allocated(List<MemoryView.Curve> curves) {
        List<Chart.Lines.Line> lines = new ArrayList<>();
        List<Block.Card> peaks = new ArrayList<>();
        for (MemoryView.Curve curve : curves) {
            lines.add(line(curve.device() + " allocated", curve, m -> m.allocatedBytes()));
            if (curve.moments().stream().anyMatch(moment -> moment.reservedBytes() > 0)) {
                lines.add(line(curve.device() + " reserved", curve, m -> m.reservedBytes()));
            }
            peaks.add(
                    new Block.Card(
                            "Peak, " + curve.device(),
                            Cell.number((double) curve.peakBytes(), Unit.BYTES),
                            "allocated by PyTorch"));
        }
        return List.of(
                new Block.Cards(peaks),
                chart(
                        "PyTorch's allocators",
                        "What tensors held (allocated), and what the allocator kept for them"
                                + " (reserved), from the capture's first event.",
                        lines));
    }

    /// What the machine's own counters say, where a run was sampled.
    private static List<Block> sampled(RunConditions conditions) {
        Map<String, List<Chart.Lines.Place>> devices = new TreeMap<>();
        for (ConditionRow row : ConditionRow.of(conditions)) {
            String name = row.device().equals("host") ? "host, resident" : row.device() + ", used";
            row.memoryBytes()
                    .ifPresent(bytes ->
                            devices.computeIfAbsent(name, _ -> new ArrayList<>())
                                    .add(
                                            new Chart.Lines.Place(
                                                    (double) row.timeNanos(), bytes, row.stage())));
        }
        if (devices.isEmpty()) {
            return List.of();
        }
        List<Block.Card> peaks = new ArrayList<>();
        List<Chart.Lines.Line> lines = new ArrayList<>();
        devices.forEach((name, places) -> {
            Chart.Lines.Place most =
                    places.stream()
                            .max(Comparator.comparingDouble(Chart.Lines.Place::y))
                            .orElseThrow();
            peaks.add(
                    new Block.Card(
                            "Peak, " + name,
                            Cell.number(most.y(), Unit.BYTES),
                            most.name().isEmpty() ? "" : "in " + most.name()));
            lines.add(new Chart.Lines.Line(name, thinned(places)));
        });
        return List.of(
                new Block.Cards(peaks),
                chart(
                        "The run's programs",
                        "Resident memory of the programs that the run started, and what is used on"
                                + " each GPU, from the first sample of the run. Of"
                                + " neighbouring samples the largest is drawn.",
                        lines));
    }

    private static List<Chart.Lines.Place> thinned(List<Chart.Lines.Place> all) {
        int group = Math.ceilDiv(all.size(), POINTS);
        List<Chart.Lines.Place> kept = new ArrayList<>();
        for (int at = 0; at < all.size(); at += group) {
            all.subList(at, Math.min(all.size(), at + group)).stream()
                    .max(Comparator.comparingDouble(Chart.Lines.Place::y))
                    .ifPresent(kept::add);
        }
        return kept;
    }

    private static Block chart(String title, String words, List<Chart.Lines.Line> lines) {
        return new Block.Figure(
                title,
                words,
                new Chart.Lines(
                        new Chart.Lines.Axis("time", Unit.NANOSECONDS),
                        new Chart.Lines.Axis("memory", Unit.BYTES),
                        List.of(),
                        lines,
                        List.of()));
    }

    private static Chart.Lines.Line line(
            String name, MemoryView.Curve curve, ToLongFunction<MemoryView.Moment> value) {
        return new Chart.Lines.Line(
                name,
                curve.moments().stream()
                        .map(moment ->
                                new Chart.Lines.Place(
                                        (double) moment.timeNanos(),
                                        (double) value.applyAsLong(moment),
                                        name))
                        .toList());
    }
}
