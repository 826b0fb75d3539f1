package dev.llmprof.report.section;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.GpuTime;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.report.advice.IdleWords;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.stream.Collectors;

/// How busy the GPUs of a capture were, on cards.
final class GpuCards {
    private GpuCards() {}

    static List<Block.Card> of(Capture capture) {
        GpuTimeline timeline = capture.gpu().timeline();
        if (timeline.spanNanos() == 0) {
            return without(capture, noWork(capture.gpu()));
        }
        if (capture.gpu().graphLaunches().isOfCapture()) {
            return without(capture, "graphs being captured: not a run");
        }
        KernelBreakdown kernels = capture.gpu().kernels();
        return List.of(
                new Block.Card(
                        "GPU busy",
                        Cell.share(timeline.busyShare()),
                        source(capture)
                                + ", "
                                + busyOf(capture.gpu())
                                + IdleWords.unseenGraphs(capture.gpu())
                                + IdleWords.besideHost(capture)),
                new Block.Card(
                        "GPU idle",
                        IdleWords.hardlyIdle(capture.gpu())
                                ? Cell.text("under 0.1 %")
                                : Cell.nanos(timeline.idleNanos()),
                        source(capture)
                                + (capture.gpu().devices().size() > 1
                                        ? ", summed over the GPUs, each between its own events"
                                        : ", nothing ran on any stream")),
                new Block.Card(
                        "Kernel time",
                        Cell.nanos(kernels.totalNanos()),
                        source(capture)
                                + ", "
                                + runs(capture, kernels.count())
                                + " of "
                                + ShownText.counted(kernels.rows().size(), "kernel", "kernels")));
    }

    /// A recording may have events and no times.
    private static String noWork(GpuTime gpu) {
        return gpu.zeroDurationEvents() == 0
                ? "no GPU work in this capture"
                : ShownText.counted(gpu.zeroDurationEvents(), "GPU event", "GPU events")
                        + ", all of length 0";
    }

    private static List<Block.Card> without(Capture capture, String why) {
        return List.of(
                new Block.Card("GPU busy", Cell.absent(why), ""),
                new Block.Card(
                        "Host time",
                        Cell.nanos(capture.host().spanNanos()),
                        source(capture) + ", first to last event"));
    }

    private static String source(Capture capture) {
        return TimeBasis.ofTool(capture.origin().tool());
    }

    /// What graphs replay is not launched one by one.
    static String runs(Capture capture, long count) {
        return capture.gpu().graphLaunches().launches().isEmpty()
                ? ShownText.counted(count, "launch", "launches")
                : ShownText.counted(count, "run", "runs");
    }

    private static String busyOf(GpuTime gpu) {
        String span = Numbers.text((double) gpu.timeline().spanNanos(), Unit.NANOSECONDS);
        if (gpu.devices().size() == 1) {
            return "of " + span + " from first to last GPU event" + IdleWords.withoutGap(gpu);
        }
        return "mean of "
                + gpu.devices().stream()
                        .map(one ->
                                one.label() + " " + Cell.share(one.timeline().busyShare()).shown())
                        .collect(Collectors.joining(", "));
    }
}
