package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.GpuDevice;
import dev.llmprof.analysis.drawing.TimelineView;
import dev.llmprof.analysis.idle.IdleGap;
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
                                "pipeline.torch_profiler.enable=true or"
                                        + " pipeline.nsys.enable=true"));
    }

    private static Section section(Capture capture) {
        TimelineView view = capture.timeline();
        List<Chart.Timeline.Item> items = new ArrayList<>();
        for (TimelineView.Item item : view.items()) {
            items.add(
                    new Chart.Timeline.Item(
                            item.lane(),
                            item.name(),
                            item.startNanos(),
                            item.durationNanos(),
                            item.busyNanos(),
                            item.count()));
        }
        List<String> lanes = new ArrayList<>(view.lanes());
        List<String> names = new ArrayList<>(view.names());
        for (GpuDevice gpu : capture.gpu().devices()) {
            List<IdleGap> gaps =
                    capture.gpu().gaps().stream()
                            .filter(gap -> gap.device().equals(gpu.device()))
                            .toList();
            gaps.forEach(gap -> items.add(mark(lanes.size(), gap, names)));
            if (!gaps.isEmpty()) {
                lanes.add(gpu.label() + " largest gaps");
            }
        }
        return new Section(
                "timeline",
                "Timeline",
                List.of(
                        new Block.Figure(
                                "Ranges, operators and GPU streams",
                                words(view),
                                new Chart.Timeline(lanes, names, items))));
    }

    private static Chart.Timeline.Item mark(int lane, IdleGap gap, List<String> names) {
        String host = HostWords.of(gap.host().nanos());
        names.add("idle: " + gap.cause().label() + (host.isEmpty() ? "" : " · host: " + host));
        long nanos = gap.nanos();
        return new Chart.Timeline.Item(lane, names.size() - 1, gap.startNanos(), nanos, nanos, 1);
    }

    private static String words(TimelineView view) {
        String how = " Scroll to zoom, drag to move.";
        String events = Cell.count(view.events()).shown();
        if (view.exact()) {
            return "All " + events + " events are drawn, each by itself." + how;
        }
        return events
                + " events, thinned out: from "
                + Numbers.text((double) view.exactFromNanos(), Unit.NANOSECONDS)
                + " to "
                + Numbers.text((double) view.exactToNanos(), Unit.NANOSECONDS)
                + " each is drawn by itself; elsewhere those shorter than "
                + Numbers.text((double) view.cellNanos(), Unit.NANOSECONDS)
                + " that follow each other are drawn as one, paler where the lane was less busy."
                + how;
    }
}
