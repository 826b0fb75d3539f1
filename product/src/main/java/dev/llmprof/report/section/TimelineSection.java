package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.GpuDevice;
import dev.llmprof.analysis.drawing.TimelineView;
import dev.llmprof.analysis.idle.IdleGap;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.phase.TimedStep;
import dev.llmprof.report.advice.HostWords;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;

/// What happened when.
public final class TimelineSection {
    private static final int MOST_STEPS = 4_000;

    private final List<Chart.Timeline.Row> rows = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Chart.Timeline.Item> items = new ArrayList<>();
    private final List<Chart.Timeline.Step> steps = new ArrayList<>();

    private TimelineSection() {}

    public static Section of(Findings findings) {
        return findings.main()
                .filter(capture -> !capture.timeline().items().isEmpty())
                .map(TimelineSection::section)
                .orElseGet(() ->
                        Missing.section(
                                "timeline",
                                "Timeline",
                                "No capture has a timeline.",
                                Missing.recording(
                                        findings,
                                        "pipeline.torch_profiler.enable=true or"
                                                + " pipeline.nsys.enable=true")));
    }

    private static Section section(Capture capture) {
        var drawing = new TimelineSection();
        drawing.events(capture.timeline());
        drawing.gaps(capture);
        drawing.steps(capture);
        return new Section(
                "timeline",
                "Timeline",
                List.of(
                        new Block.Figure(
                                "Ranges, operators and GPU streams",
                                words(capture.timeline()),
                                new Chart.Timeline(
                                        drawing.rows,
                                        drawing.names,
                                        drawing.items,
                                        drawing.steps))));
    }

    private void events(TimelineView view) {
        names.addAll(view.names());
        view.lines().forEach(line -> row(line.title(), line.level()));
        for (TimelineView.Item item : view.items()) {
            items.add(
                    new Chart.Timeline.Item(
                            item.line(),
                            item.name(),
                            item.startNanos(),
                            item.durationNanos(),
                            item.busyNanos(),
                            item.count()));
        }
    }

    private void gaps(Capture capture) {
        for (GpuDevice gpu : capture.gpu().devices()) {
            List<IdleGap> gaps =
                    capture.gpu().gaps().stream()
                            .filter(gap -> gap.device().equals(gpu.device()))
                            .toList();
            if (!gaps.isEmpty()) {
                row(gpu.label() + " largest gaps", 0);
                gaps.forEach(gap -> add(words(gap), gap.startNanos(), gap.nanos()));
            }
        }
    }

    /// By the GPU work of each, where there is any.
    private void steps(Capture capture) {
        StepTimes times = capture.marked().times();
        List<TimedStep> all = times.steps().isEmpty() ? times.iterations() : times.steps();
        if (all.isEmpty() || all.size() > MOST_STEPS) {
            return;
        }
        row("steps", 0);
        for (TimedStep step : all) {
            long start = step.onGpu() ? step.gpu().startNanos() : step.startNanos();
            long from = start - capture.timeline().firstNanos();
            String kind = times.steps().isEmpty() ? "iteration" : step.facts().kind().label();
            add(kind, from, step.spanNanos());
            steps.add(new Chart.Timeline.Step(step.index() + " " + kind, from, step.spanNanos()));
        }
    }

    private void row(String title, int level) {
        rows.add(new Chart.Timeline.Row(title, level));
    }

    /// To the last row.
    private void add(String name, long startNanos, long nanos) {
        int known = names.lastIndexOf(name);
        if (known < 0) {
            names.add(name);
        }
        int number = known < 0 ? names.size() - 1 : known;
        items.add(new Chart.Timeline.Item(rows.size() - 1, number, startNanos, nanos, nanos, 1));
    }

    private static String words(IdleGap gap) {
        String host = HostWords.of(gap.host().nanos());
        return "idle: " + gap.cause().label() + (host.isEmpty() ? "" : " · host: " + host);
    }

    private static String words(TimelineView view) {
        String events = Cell.count(view.events()).shown();
        if (view.exact()) {
            return "All " + events + " events are drawn, each by itself.";
        }
        return events
                + " events, thinned out: from "
                + Numbers.text((double) view.exactFromNanos(), Unit.NANOSECONDS)
                + " to "
                + Numbers.text((double) view.exactToNanos(), Unit.NANOSECONDS)
                + " each is drawn by itself; elsewhere those shorter than "
                + Numbers.text((double) view.cellNanos(), Unit.NANOSECONDS)
                + " that follow each other are drawn as one, paler where the lane was less busy.";
    }
}
