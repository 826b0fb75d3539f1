package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.breakdown.LaunchStatistics;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.GpuDevice;
import dev.llmprof.analysis.graph.GraphLaunches;
import dev.llmprof.analysis.idle.IdleCause;
import dev.llmprof.report.advice.HostWords;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;

/// Why the GPU waited.
public final class IdleSection {

    private IdleSection() {}

    public static Section of(Findings findings) {
        return findings.main()
                .filter(capture -> !capture.gpu().idle().streams().isEmpty())
                .map(IdleSection::section)
                .orElseGet(() ->
                        Missing.section(
                                "idle",
                                "Idle time",
                                "No GPU stream was captured.",
                                findings.captures().isEmpty()
                                        ? Missing.recording(
                                                findings,
                                                "pipeline.nsys.enable=true or a PyTorch trace with"
                                                        + " GPU work")
                                        : "record a workload that runs on a GPU"));
    }

    private static Section section(Capture capture) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(chart(capture.gpu().devices()));
        blocks.add(causes(capture.gpu().devices()));
        GapBlocks.of(capture.gpu()).forEach(blocks::add);
        launches(blocks, capture);
        blocks.add(new Block.Heading("Streams"));
        blocks.add(table(capture.gpu().idle().streams()));
        return new Section("idle", "Idle time", blocks);
    }

    private static Block chart(List<GpuDevice> gpus) {
        List<Chart.Bars.Series> series = new ArrayList<>();
        for (IdleCause cause : IdleCause.values()) {
            series.add(
                    new Chart.Bars.Series(
                            cause.label(),
                            gpus.stream().map(gpu -> (double) gpu.idle().nanos(cause)).toList()));
        }
        return new Block.Figure(
                "Idle time by cause",
                "A GPU is idle when nothing runs on any of its streams. The causes add up to that"
                        + " time.",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        true,
                        gpus.stream().map(GpuDevice::label).toList(),
                        series));
    }

    /// A row for each cause there is, of each GPU.
    private static Block causes(List<GpuDevice> gpus) {
        List<List<Cell>> rows = new ArrayList<>();
        for (GpuDevice gpu : gpus) {
            gpu.idle()
                    .nanos()
                    .forEach((cause, nanos) -> {
                        double share = (double) nanos / Math.max(1, gpu.timeline().spanNanos());
                        String host =
                                cause == IdleCause.HOST_WAIT
                                        ? HostWords.of(gpu.idle().hostNanos())
                                        : "";
                        rows.add(
                                List.of(
                                        Cell.text(gpu.label()),
                                        Cell.text(cause.label()),
                                        Cell.nanos(nanos),
                                        Cell.share(share),
                                        Cell.count(gpu.idle().gaps(cause)),
                                        Cell.text(cause.meaning()),
                                        Cell.text(host)));
                    });
        }
        return new Block.Grid(
                        "Why each GPU was idle",
                        List.of(
                                Block.Column.words("GPU"),
                                Block.Column.words("cause"),
                                Block.Column.number("idle"),
                                Block.Column.number("of its span"),
                                Block.Column.number("gaps"),
                                Block.Column.words("meaning"),
                                Block.Column.words("the host meanwhile")),
                        rows)
                .from("idle_summary");
    }

    private static Block table(List<Idle.Stream> streams) {
        return new Block.Grid(
                "Gaps on each stream, which another stream may fill: these are not idle time of the"
                        + " GPU",
                List.of(
                        Block.Column.words("stream"),
                        Block.Column.number("GPU events"),
                        Block.Column.number("host wait"),
                        Block.Column.number("gaps"),
                        Block.Column.number("kernel wait"),
                        Block.Column.number("gaps"),
                        Block.Column.number("other"),
                        Block.Column.number("gaps")),
                streams.stream()
                        .map(s ->
                                List.of(
                                        Cell.text(Capture.name(s)),
                                        Cell.count(s.gpuEvents()),
                                        Cell.nanos(s.hostWaitNanos()),
                                        Cell.count(s.hostWaits()),
                                        Cell.nanos(s.kernelWaitNanos()),
                                        Cell.count(s.kernelWaits()),
                                        Cell.nanos(s.otherNanos()),
                                        Cell.count(s.others())))
                        .toList());
    }

    /// A graph is one launch of all its kernels.
    private static void launches(List<Block> blocks, Capture capture) {
        LaunchStatistics launches = capture.host().launchesOutsideGraphs();
        GraphLaunches graphs = capture.gpu().graphLaunches();
        if (launches.pairs() == 0 && graphs.launches().isEmpty()) {
            return;
        }
        blocks.add(new Block.Heading("Launches"));
        double pairs = Math.max(1, launches.pairs());
        List<Block.Card> cards = new ArrayList<>();
        cards.add(
                new Block.Card(
                        "Launches",
                        Cell.count(launches.pairs()),
                        "GPU events with a known launch call"));
        if (!graphs.launches().isEmpty()) {
            cards.add(
                    new Block.Card(
                            "Graph launches",
                            Cell.count(graphs.launches().size()),
                            "of "
                                    + ShownText.counted(
                                            graphs.gpuEvents(), "GPU event", "GPU events")
                                    + " more"));
        }
        cards.add(
                new Block.Card(
                        "Mean call", Cell.nanos(launches.callNanos() / pairs), "on the host"));
        cards.add(
                new Block.Card(
                        "Mean delay",
                        Cell.nanos(launches.delayNanos() / pairs),
                        "call's end to GPU start"));
        cards.add(
                new Block.Card(
                        "Short kernels",
                        Cell.number(launches.shortKernels() / pairs, Unit.FRACTION),
                        "shorter than their own launch call"));
        blocks.add(new Block.Cards(cards));
    }
}
