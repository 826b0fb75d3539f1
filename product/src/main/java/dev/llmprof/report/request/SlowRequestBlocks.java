package dev.llmprof.report.request;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.TimedStep;
import dev.llmprof.analysis.serving.ServingFindings;
import dev.llmprof.analysis.serving.SlowRequest;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.served.ServedRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// From the p99 request to the steps that served it.
final class SlowRequestBlocks {
    private static final int STEPS = 10;

    private SlowRequestBlocks() {}

    static List<Block> of(ServingFindings found, Findings findings) {
        List<Block> blocks = new ArrayList<>();
        found.slow()
                .ifPresent(slow -> {
                    blocks.add(new Block.Heading("The p99 request"));
                    blocks.add(parts(slow));
                });
        found.recorded()
                .ifPresent(slow -> {
                    blocks.add(new Block.Heading("The p99 request while it was recorded"));
                    blocks.add(parts(slow));
                    blocks.add(new Block.Paragraph(words(slow, findings.main())));
                    blocks.add(steps(slow));
                });
        if (found.recorded().isEmpty() && found.slow().isPresent()) {
            blocks.add(
                    new Block.Paragraph(
                            findings.main().isEmpty()
                                    ? "No capture was taken under load: which steps served it is not"
                                            + " known. pipeline.torch_profiler.enable=true records"
                                            + " in the middle of the load."
                                    : "Which steps served it is not known: the capture has no"
                                            + " steps,"
                                            + " no clock that can be compared with the client's, or"
                                            + " no request that was under way."));
        }
        return blocks;
    }

    private static Block parts(SlowRequest slow) {
        ServedRequest request = slow.request();
        long whole = Math.max(1, request.endToEndNanos());
        return new Block.Grid(
                "Request " + request.number() + ": where its time went",
                List.of(
                        Block.Column.words("part"),
                        Block.Column.number("time"),
                        Block.Column.number("share"),
                        Block.Column.words("what it is")),
                List.of(
                        row("waiting to be sent", slow.queuedNanos(), whole, "due to sent"),
                        row("queue and prefill", slow.toFirstNanos(), whole, "sent to first token"),
                        row("decode", slow.toLastNanos(), whole, "first token to the end"),
                        row(
                                "longest stall",
                                request.longestGapNanos(),
                                whole,
                                "inside decode: the longest gap between two pieces")));
    }

    private static List<Cell> row(String part, long nanos, long whole, String what) {
        return List.of(
                Cell.text(part),
                Cell.nanos(nanos),
                Cell.share((double) nanos / whole),
                Cell.text(what));
    }

    private static String words(SlowRequest slow, Optional<Capture> capture) {
        boolean gpu = slow.steps().stream().anyMatch(TimedStep::onGpu);
        String busy = Cell.nanos(slow.stepNanos()).shown();
        return "While it was under way "
                + ShownText.counted(slow.steps().size(), "step", "steps")
                + " of the capture ran, "
                + (gpu ? "with the GPU busy for " : "for ")
                + busy
                + (gpu ? "." : " on the host.")
                + capture.filter(each -> each.gpu().timeline().spanNanos() > 0)
                        .map(each ->
                                " Over the whole capture the GPU was busy for "
                                        + Cell.share(
                                                        (double) each.gpu().timeline().busyNanos()
                                                                / each.gpu().timeline().spanNanos())
                                                .shown()
                                        + " of its time.")
                        .orElse("")
                + " Steps, operators and kernels of the capture are in the sections below.";
    }

    private static Block steps(SlowRequest slow) {
        List<List<Cell>> rows =
                slow.steps().stream()
                        .sorted(Comparator.comparingLong(TimedStep::spanNanos).reversed())
                        .limit(STEPS)
                        .map(SlowRequestBlocks::row)
                        .toList();
        return new Block.Grid(
                "Its longest steps",
                List.of(
                        Block.Column.number("step"),
                        Block.Column.words("kind"),
                        Block.Column.words("name"),
                        Block.Column.number("time"),
                        Block.Column.number("host")),
                rows,
                slow.steps().size() - rows.size());
    }

    private static List<Cell> row(TimedStep step) {
        return List.of(
                Cell.count(step.index()),
                Cell.text(step.facts().kind().label()),
                Cell.name(step.name()),
                Cell.nanos(step.spanNanos()),
                Cell.nanos(step.hostNanos()));
    }
}
