package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.RangeBreakdown;
import dev.llmprof.analysis.breakdown.RangeFolds;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.phase.TimedStep;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.HostTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the program marked besides steps and phases: its ranges on the host, and the GPU work that
/// was launched inside them.
public final class RangesSection {
    private static final int DRAWN = 15;
    private static final int LONGEST_LABEL = 60;

    private RangesSection() {}

    /// Without blocks where nothing is marked: most programs mark nothing.
    public static Section of(Findings findings, int limit) {
        List<Block> blocks = new ArrayList<>();
        findings.main().ifPresent(capture -> blocks(blocks, capture, limit));
        return new Section("ranges", "Ranges", blocks);
    }

    private static void blocks(List<Block> blocks, Capture capture, int limit) {
        List<RangeBreakdown.Row> rows = capture.marked().namedRanges();
        if (rows.isEmpty()) {
            return;
        }
        blocks.add(new Block.Paragraph(summary(capture, rows, limit) + "."));
        blocks.add(chart(capture, rows.stream().limit(DRAWN).toList()));
        blocks.add(grid("Ranges by time on the host", capture, rows, limit));
    }

    /// What the rows below are, and the time that they are part of.
    private static String summary(Capture capture, List<RangeBreakdown.Row> rows, int limit) {
        return "ranges: "
                + Math.min(limit, rows.size())
                + " of "
                + ShownText.counted(rows.size(), "name", "names")
                + ", by time on the host, whose first to last event are "
                + Cell.nanos(capture.host().spanNanos()).shown();
    }

    /// The longest for a terminal, with a line of what they are; steps have a table of their own.
    public static List<Block> brief(Capture capture, int limit) {
        StepTimes times = capture.marked().times();
        Set<String> steps =
                Stream.concat(times.steps().stream(), times.iterations().stream())
                        .map(TimedStep::name)
                        .collect(Collectors.toSet());
        List<RangeBreakdown.Row> rows =
                RangeFolds.of(
                        capture.marked().namedRanges().stream()
                                .filter(row -> !steps.contains(row.name()))
                                .toList());
        if (rows.isEmpty()) {
            return List.of();
        }
        List<String> columns =
                new ArrayList<>(List.of("host_ns", "host_self_ns", "host_count", "host_mean_ns"));
        columns.addAll(
                gpu(capture)
                        ? List.of("projected_busy_ns", "projected_kernel_sum_ns", "name")
                        : List.of("thread", "name"));
        return List.of(
                new Block.Paragraph(""),
                new Block.Paragraph(summary(capture, rows, limit)),
                HostTables.RANGES.grid("", rows, limit, columns.toArray(String[]::new)));
    }

    private static Block.Grid grid(
            String caption, Capture capture, List<RangeBreakdown.Row> rows, int limit) {
        List<String> columns =
                new ArrayList<>(
                        List.of(
                                "name",
                                "thread",
                                "host_count",
                                "host_ns",
                                "host_self_ns",
                                "host_mean_ns"));
        if (gpu(capture)) {
            columns.addAll(
                    List.of(
                            "projected_gpu_events",
                            "projected_kernel_sum_ns",
                            "projected_own_ns",
                            "projected_busy_ns",
                            "projected_span_ns"));
        }
        return HostTables.RANGES.grid(caption, rows, limit, columns.toArray(String[]::new));
    }

    private static boolean gpu(Capture capture) {
        return capture.gpu().timeline().spanNanos() > 0;
    }

    private static Block chart(Capture capture, List<RangeBreakdown.Row> rows) {
        List<Chart.Bars.Series> series = new ArrayList<>();
        series.add(Chart.Bars.Series.of("host", rows, RangeBreakdown.Row::hostNanos));
        if (gpu(capture)) {
            series.add(Chart.Bars.Series.of("GPU busy", rows, row -> row.projection().busyNanos()));
        }
        return new Block.Figure(
                "Time by range",
                "The ranges that are longest on the host"
                        + (gpu(capture) ? ", and how long the GPU work launched inside ran" : "")
                        + ". A range inside another is part of its time too.",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        false,
                        rows.stream()
                                .map(row -> ShownText.shortened(row.name(), LONGEST_LABEL))
                                .toList(),
                        series));
    }
}
