package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.LaunchStatistics;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.GpuTime;
import dev.llmprof.analysis.graph.GraphLaunches;
import dev.llmprof.analysis.idle.IdleGap;
import dev.llmprof.report.advice.IdleWords;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.section.GapBlocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What the terminal shows of the GPUs: busy, idle and why, a row each where there are several, and
/// the largest gap.
final class GpuLines {
    /// A shorter gap is not worth a line.
    private static final double WORTH_A_LINE = .05;

    /// Fewer may only ask what devices there are.
    private static final int MANY_CALLS = 10;

    private GpuLines() {}

    static List<Block> of(Capture trace) {
        GpuTime gpu = trace.gpu();
        if (gpu.timeline().spanNanos() == 0) {
            return List.of(
                    line(none(gpu) + "; host " + time(trace.host().spanNanos()) + unseen(trace)));
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(line(busy(gpu) + IdleWords.unseenGraphs(gpu) + IdleWords.besideHost(trace)));
        LaunchStatistics outside = trace.host().launchesOutsideGraphs();
        blocks.add(
                line(
                        IdleWords.causes(gpu)
                                + launches(outside)
                                + graphLaunches(gpu.graphLaunches())));
        gpu.gaps().stream()
                .filter(gap -> gap.shareOf(gpu.timeline().spanNanos()) > WORTH_A_LINE)
                .limit(1)
                .forEach(gap -> blocks.add(line(gap(gpu, gap))));
        if (gpu.devices().size() > 1) {
            blocks.add(GapBlocks.gpus("", gpu));
        }
        return blocks;
    }

    private static String none(GpuTime gpu) {
        return gpu.zeroDurationEvents() == 0
                ? "no GPU work"
                : ShownText.counted(gpu.zeroDurationEvents(), "GPU event", "GPU events")
                        + ", all of length 0: how long the GPU worked is not known";
    }

    /// What was launched ran somewhere.
    private static String unseen(Capture trace) {
        long calls = trace.signs().calls();
        return calls < MANY_CALLS || trace.gpu().graphLaunches().isOfCapture()
                ? ""
                : "; "
                        + Cell.count(calls).shown()
                        + " CUDA or HIP calls are there, so what the GPU did was not recorded";
    }

    /// Nothing where no launch was recorded.
    private static String launches(LaunchStatistics outside) {
        return outside.pairs() == 0
                ? ""
                : " · "
                        + Cell.count(outside.shortKernels()).shown()
                        + " of "
                        + Cell.count(outside.pairs()).shown()
                        + " kernels ran shorter than the call that launched them";
    }

    /// A graph is one launch of all its kernels.
    private static String graphLaunches(GraphLaunches graphs) {
        return graphs.launches().isEmpty()
                ? ""
                : " · "
                        + ShownText.counted(
                                graphs.launches().size(), "graph launch", "graph launches")
                        + " of "
                        + ShownText.counted(graphs.gpuEvents(), "GPU event", "GPU events");
    }

    private static String gap(GpuTime gpu, IdleGap gap) {
        String where = gpu.devices().size() > 1 ? "GPU " + gap.device() + " " : "";
        int others = gpu.gaps().size() - 1;
        return where
                + IdleWords.gap(gap, gpu.timeline())
                + (others == 0 ? "" : " · " + others + " more in the report");
    }

    private static String busy(GpuTime gpu) {
        GpuTimeline sum = gpu.timeline();
        int gpus = gpu.devices().size();
        return String.format(
                Locale.ROOT,
                "%s busy %s of %s (%s%.1f %%%s) · computation %s%s%s",
                gpus > 1 ? gpus + " GPUs, summed:" : "GPU",
                time(sum.busyNanos()),
                time(sum.spanNanos()),
                gpus > 1 ? "mean " : "",
                100 * sum.busyShare(),
                IdleWords.withoutGap(gpu),
                time(sum.computationNanos()),
                part("communication", sum.communicationNanos(), sum.exposedCommunicationNanos()),
                part("copies", sum.copyNanos(), sum.exposedCopyNanos()));
    }

    private static String part(String what, long nanos, long exposed) {
        if (nanos == 0) {
            return " · no " + what;
        }
        return " · "
                + what
                + " "
                + time(nanos)
                + (exposed == nanos ? ", exposed" : " (" + time(exposed) + " exposed)");
    }

    private static Block line(String text) {
        return new Block.Paragraph(text);
    }

    private static String time(long nanos) {
        return Cell.nanos(nanos).shown();
    }
}
