package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.breakdown.LaunchStatistics;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
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
                                "pipeline.nsys.enable=true or a PyTorch trace with GPU work"));
    }

    private static Section section(Capture capture) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(chart(capture.gpu().idle().streams()));
        blocks.add(table(capture.gpu().idle().streams()));
        launches(blocks, capture.host().launches());
        return new Section("idle", "Idle time", blocks);
    }

    private static Block chart(List<Idle.Stream> streams) {
        return new Block.Figure(
                "Gaps by cause",
                "Host wait: the launch came after the stream had run dry. Kernel wait: a gap under 30 µs between kernels"
                        + " that were queued. Other: longer gaps with the launch already made, such as waiting for another stream.",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        true,
                        streams.stream().map(Capture::name).toList(),
                        List.of(
                                series("host wait", streams, Idle.Stream::hostWaitNanos),
                                series("kernel wait", streams, Idle.Stream::kernelWaitNanos),
                                series("other", streams, Idle.Stream::otherNanos))));
    }

    private static Chart.Bars.Series series(
            String name,
            List<Idle.Stream> streams,
            java.util.function.ToLongFunction<Idle.Stream> value) {
        return new Chart.Bars.Series(
                name, streams.stream().map(s -> (double) value.applyAsLong(s)).toList());
    }

    private static Block table(List<Idle.Stream> streams) {
        return new Block.Grid(
                "Gaps on each stream",
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

    private static void launches(List<Block> blocks, LaunchStatistics launches) {
        if (launches.pairs() == 0) {
            return;
        }
        blocks.add(new Block.Heading("Launches"));
        double pairs = launches.pairs();
        blocks.add(
                new Block.Cards(
                        List.of(
                                new Block.Card(
                                        "Launches",
                                        Cell.count(launches.pairs()),
                                        "GPU events with a known launch call"),
                                new Block.Card(
                                        "Mean call",
                                        Cell.nanos(launches.callNanos() / pairs),
                                        "on the host"),
                                new Block.Card(
                                        "Mean delay",
                                        Cell.nanos(launches.delayNanos() / pairs),
                                        "call's end to GPU start"),
                                new Block.Card(
                                        "Short kernels",
                                        Cell.number(launches.shortKernels() / pairs, Unit.FRACTION),
                                        "shorter than their own launch call"))));
    }
}
