package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.drawing.TimelineView;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import java.util.List;

/// What happened when.
public final class TimelineSection {

    private TimelineSection() {}

    public static Section of(Findings findings) {
        return findings.main()
                .filter(capture -> !capture.timeline().items().isEmpty())
                .map(capture -> section(capture.timeline()))
                .orElseGet(() ->
                        Missing.section(
                                "timeline",
                                "Timeline",
                                "No capture has a timeline.",
                                "pipeline.torch_profiler.enable=true or pipeline.nsys.enable=true"));
    }

    private static Section section(TimelineView view) {
        var chart =
                new Chart.Timeline(
                        view.lanes(),
                        view.names(),
                        view.items().stream()
                                .map(item ->
                                        new Chart.Timeline.Item(
                                                item.lane(),
                                                item.name(),
                                                item.startNanos(),
                                                item.durationNanos(),
                                                item.busyNanos(),
                                                item.count()))
                                .toList());
        return new Section(
                "timeline",
                "Timeline",
                List.of(new Block.Figure("Ranges, operators and GPU streams", words(view), chart)));
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
