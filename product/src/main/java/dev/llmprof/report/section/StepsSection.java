package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.Spread;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.StepOrigin;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.StepTables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Every step, drawn, and how those of a kind are spread.
public final class StepsSection {
    private static final int DRAWN = 5_000;
    private static final List<String> EACH =
            List.of(
                    "index",
                    "kind",
                    "batch",
                    "tokens",
                    "kv_length",
                    "period_ns",
                    "gpu_span_ns",
                    "gpu_busy_ns",
                    "idle_share",
                    "host_ns",
                    "launches",
                    "name");
    private static final List<String> BY_KIND =
            List.of(
                    "kind",
                    "steps",
                    "batch",
                    "tokens",
                    "kv_length",
                    "period_median_ns",
                    "period_min_ns",
                    "period_p95_ns",
                    "period_max_ns",
                    "gpu_span_median_ns",
                    "gpu_busy_median_ns",
                    "host_median_ns");
    private static final List<String> BRIEF =
            BY_KIND.stream()
                    .filter(column -> !List.of("tokens", "period_min_ns").contains(column))
                    .toList();
    private static final List<String> ON_GPU =
            List.of(
                    "gpu_span_ns",
                    "gpu_busy_ns",
                    "idle_share",
                    "launches",
                    "gpu_span_median_ns",
                    "gpu_busy_median_ns");

    private StepsSection() {}

    public static Section of(Findings findings, int rows) {
        Optional<Capture> capture =
                findings.main().filter(each -> !each.marked().times().kinds().isEmpty());
        return capture.map(each -> section(findings, each, rows))
                .orElseGet(() ->
                        Missing.section(
                                "steps",
                                "Steps",
                                "No steps were found in what was captured.",
                                "a server's own annotations, with_stack=True, or ranges named"
                                        + " prefill and decode"));
    }

    private static Section section(Findings findings, Capture capture, int rows) {
        StepTimes times = capture.marked().times();
        List<Block> blocks = new ArrayList<>();
        blocks.add(kinds(times));
        blocks.add(new Block.Paragraph(how(times)));
        if (!capture.marked().role().sentence().isEmpty()) {
            blocks.add(new Block.Note(Block.Tone.INFO, capture.marked().role().sentence()));
        }
        List<StepTables.Row> all = StepTables.steps(capture);
        List<StepTables.Row> drawn =
                times.steps().isEmpty() ? all : all.subList(0, times.steps().size());
        if (drawn.size() > 1) {
            blocks.add(figure(drawn, times));
        }
        blocks.addAll(StepBoundBlocks.of(findings, rows));
        blocks.addAll(StepBoundBlocks.slowest(times, rows));
        if (!capture.marked().parts().isEmpty()) {
            blocks.add(
                    StepTables.PARTS.grid(
                            "What the engine marks within its steps, on the host",
                            capture.marked().parts(),
                            rows,
                            "part",
                            "name",
                            "count",
                            "host_ns",
                            "mean_host_ns",
                            "gpu_busy_ns"));
        }
        blocks.add(StepTables.STEPS.grid("Steps, one by one", all, rows, columns(EACH, times)));
        return new Section("steps", "Steps", blocks);
    }

    private static Block kinds(StepTimes times) {
        return StepTables.KINDS.grid(
                "Steps by kind; medians unless it says otherwise",
                times.kinds(),
                Integer.MAX_VALUE,
                columns(BY_KIND, times));
    }

    /// What fits a terminal.
    public static Block.Grid brief(StepTimes times) {
        return StepTables.KINDS.grid("", times.kinds(), Integer.MAX_VALUE, columns(BRIEF, times));
    }

    private static String[] columns(List<String> wanted, StepTimes times) {
        return wanted.stream()
                .filter(column -> times.onGpu() || !ON_GPU.contains(column))
                .toArray(String[]::new);
    }

    private static String how(StepTimes times) {
        String words =
                !times.onGpu()
                        ? "No GPU work was captured: times are the host's, from one start to the"
                                + " next."
                        : "A step's time is that of the GPU work it launched: from its first GPU"
                                + " event to the next step's where the next is of its kind, its own"
                                + " span and busy time beside it. The host's time is what enqueueing"
                                + " took.";
        return switch (times.origin()) {
            case NAMES, NONE -> words;
            case RANGES, FRAMES, MODULES, GRAPHS ->
                    words
                            + " No name says what these steps are: they were found by "
                            + times.origin().label()
                            + "; "
                            + certain(times.origin());
        };
    }

    private static String certain(StepOrigin origin) {
        return origin == StepOrigin.GRAPHS
                ? "a graph, or a run of graphs, that is replayed again and again is decode."
                : "graphs replayed alike, or one token a sequence, are decode, what runs before the"
                        + " first decode is prefill, and of the others nothing is said.";
    }

    private static Block figure(List<StepTables.Row> steps, StepTimes times) {
        StepTimes.OfKind most =
                times.kinds().stream()
                        .max(Comparator.comparingLong(StepTimes.OfKind::count))
                        .orElseThrow();
        boolean steady = most.period().count() > 0;
        Spread typical = steady ? most.period() : times.onGpu() ? most.span() : most.host();
        return new Block.Figure(
                "Every step",
                "From start to start; the last of a run, which has no next, by its span."
                        + (steps.size() > DRAWN
                                ? " The longest of neighbouring ones is drawn."
                                : ""),
                new Chart.Sequence(
                        Unit.NANOSECONDS,
                        points(steps),
                        List.of(
                                new Chart.Sequence.Mark(
                                        "median " + most.kind(), typical.medianNanos()),
                                new Chart.Sequence.Mark(
                                        "p95 " + most.kind(), typical.p95Nanos()))));
    }

    /// The longest of each group of neighbours, so that none that stands out is lost.
    private static List<Chart.Sequence.Entry> points(List<StepTables.Row> steps) {
        int group = Math.ceilDiv(steps.size(), DRAWN);
        List<Chart.Sequence.Entry> points = new ArrayList<>();
        for (int at = 0; at < steps.size(); at += group) {
            steps.subList(at, Math.min(steps.size(), at + group)).stream()
                    .max(Comparator.comparingLong(row -> row.step().takenNanos()))
                    .ifPresent(row ->
                            points.add(
                                    new Chart.Sequence.Entry(
                                            row.step().index(),
                                            row.kind(),
                                            row.step().name(),
                                            row.step().takenNanos())));
        }
        return points;
    }
}
