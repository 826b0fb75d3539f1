package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.phase.SlowStep;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.prediction.StepBasis;
import dev.llmprof.analysis.prediction.StepBound;
import dev.llmprof.analysis.prediction.StepRoofline;
import dev.llmprof.analysis.prediction.StepRooflines;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.StepBoundTables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Steps against their bounds, and what is in the slowest, as blocks of the chapter on steps.
public final class StepBoundBlocks {
    private static final int DRAWN = 2_000;
    private static final int PLACED = 400;

    private StepBoundBlocks() {}

    static List<Block> of(Findings findings, int rows) {
        return findings.prediction()
                .flatMap(Prediction::steps)
                .map(steps -> of(steps, rows))
                .orElse(List.of());
    }

    private static List<Block> of(StepRooflines steps, int rows) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading("Steps against their bounds"));
        blocks.addAll(brief(steps, kinds()));
        blocks.add(overTime(steps));
        blocks.add(roofline(steps));
        blocks.add(
                StepBoundTables.STEPS.grid(
                        "Every step against its bound", steps.steps(), rows, each(steps)));
        return blocks;
    }

    private static String[] each(StepRooflines steps) {
        List<String> columns =
                new ArrayList<>(
                        List.of(
                                "index",
                                "kind",
                                "measured_ns",
                                "bound_ns",
                                "times_bound",
                                "bound_by",
                                "mfu",
                                "mbu",
                                "idle_share",
                                "basis"));
        if (!steps.missing().isEmpty()) {
            columns.add("missing");
        }
        return columns.toArray(String[]::new);
    }

    private static String[] kinds() {
        return new String[] {
            "kind",
            "steps",
            "bounded",
            "measured_ns",
            "bound_ns",
            "times_bound",
            "mfu",
            "mbu",
            "idle_share",
            "basis"
        };
    }

    /// By kind, for a terminal; nothing where no step has a bound.
    public static List<Block> brief(Findings findings) {
        return findings.prediction()
                .flatMap(Prediction::steps)
                .map(steps ->
                        brief(
                                steps,
                                "kind",
                                "steps",
                                "times_bound",
                                "mfu",
                                "mbu",
                                "idle_share",
                                "basis"))
                .orElse(List.of());
    }

    private static List<Block> brief(StepRooflines steps, String... columns) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(how(steps)));
        blocks.add(
                StepBoundTables.KINDS.grid(
                        "By kind: all that its steps did over all of their time",
                        steps.kinds(),
                        Integer.MAX_VALUE,
                        columns));
        List<String> missing =
                steps.missing().entrySet().stream()
                        .map(each ->
                                ShownText.counted(each.getValue(), "step has", "steps have")
                                        + " no bound: "
                                        + each.getKey())
                        .toList();
        if (!missing.isEmpty()) {
            blocks.add(new Block.Bullets(missing));
        }
        above(steps).ifPresent(blocks::add);
        return blocks;
    }

    private static String how(StepRooflines steps) {
        String bases =
                steps.steps().stream()
                        .flatMap(step -> step.bound().stream())
                        .map(StepBound::basis)
                        .distinct()
                        .sorted()
                        .map(StepBasis::sentence)
                        .collect(Collectors.joining("; "));
        return "Steps against their bounds. A bound is the least time that "
                + steps.model()
                + " needs on "
                + steps.peaks().device()
                + " for the step's own batch and lengths. It rests on "
                + bases
                + ".";
    }

    private static Optional<Block> above(StepRooflines steps) {
        String kinds =
                steps.kinds().stream()
                        .filter(kind -> kind.above() > 0)
                        .map(kind -> kind.above() + " of " + kind.bounded() + " " + kind.kind())
                        .collect(Collectors.joining(", "));
        return kinds.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Block.Note(
                                Block.Tone.WARNING,
                                "Faster than their bounds: "
                                        + kinds
                                        + " steps. That cannot be: the peak, the model, the batch or"
                                        + " the clock we assume is wrong."));
    }

    /// What limits a kind decides which of the two is drawn.
    private static Block overTime(StepRooflines steps) {
        List<StepRoofline> bounded =
                steps.steps().stream().filter(each -> each.timesBound().isPresent()).toList();
        int group = Math.max(1, Math.ceilDiv(bounded.size(), DRAWN));
        List<Chart.Sequence.Entry> points = new ArrayList<>();
        for (int at = 0; at < bounded.size(); at += group) {
            bounded.subList(at, Math.min(bounded.size(), at + group)).stream()
                    .max(Comparator.comparingDouble(each -> each.timesBound().orElse(0)))
                    .ifPresent(each -> points.add(point(each)));
        }
        return new Block.Figure(
                "Every step as a multiple of its bound",
                "One is what the device could do at best; below one is an internal error."
                        + (group > 1 ? " The farthest of neighbouring ones is drawn." : ""),
                new Chart.Sequence(
                        Unit.TIMES, points, List.of(new Chart.Sequence.Mark("bound", 1))));
    }

    private static Chart.Sequence.Entry point(StepRoofline each) {
        return new Chart.Sequence.Entry(
                each.step().index(),
                each.step().facts().kind().label(),
                each.step().name(),
                each.timesBound().orElse(0));
    }

    private static Block roofline(StepRooflines steps) {
        List<StepRoofline> bounded =
                steps.steps().stream()
                        .filter(each -> each.timesBound().isPresent())
                        .filter(each -> each.bound().orElseThrow().bytes() > 0)
                        .toList();
        double all = bounded.stream().mapToDouble(StepRoofline::measuredNanos).sum();
        int every = Math.max(1, Math.ceilDiv(bounded.size(), PLACED));
        List<Chart.Roofline.Point> points = new ArrayList<>();
        for (int at = 0; at < bounded.size(); at += every) {
            StepRoofline each = bounded.get(at);
            StepBound bound = each.bound().orElseThrow();
            points.add(
                    new Chart.Roofline.Point(
                            "step " + each.step().index() + ", " + each.step().name(),
                            each.step().facts().kind().label(),
                            bound.tensorFlops() / bound.bytes(),
                            1e9 * bound.tensorFlops() / each.measuredNanos(),
                            every * each.measuredNanos() / all));
        }
        return new Block.Figure(
                "Steps under the roof",
                "What each step did of the model's FLOPs per second, over FLOPs per byte it had"
                        + " to move. Larger is more time."
                        + (every > 1 ? " One of %,d is drawn.".formatted(every) : ""),
                new Chart.Roofline(
                        Roofs.of(steps.densePeaks()), steps.peaks().bytesPerSecond(), points));
    }

    /// What is in the steps that stand out.
    static List<Block> slowest(StepTimes times, int rows) {
        List<SlowStep> slowest = times.slowest();
        if (slowest.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Heading("The slowest steps and what is in them"),
                new Block.Paragraph(sentence(slowest.getFirst())),
                StepBoundTables.SLOWEST.grid(
                        "What runs in the steps that took the most beyond the median of their kind",
                        StepBoundTables.slowest(slowest),
                        rows,
                        "index",
                        "kind",
                        "step_ns",
                        "name",
                        "operator",
                        "count",
                        "total_ns",
                        "typical_ns",
                        "more_ns"));
    }

    private static String sentence(SlowStep step) {
        String most =
                step.parts().stream()
                        .filter(part -> part.moreNanos() > 0)
                        .findFirst()
                        .map(part ->
                                " Most of that is "
                                        + ShownText.shortened(part.kernel(), 60)
                                        + ": "
                                        + time(part.nanos())
                                        + " in place of "
                                        + time(part.typicalNanos())
                                        + ".")
                        .orElse("");
        return "Step %d (%s) took %s, %s more than the median %s step, which is step %d.%s"
                .formatted(
                        step.index(),
                        step.kind(),
                        time(step.nanos()),
                        time(step.moreNanos()),
                        step.kind(),
                        step.typicalIndex(),
                        most);
    }

    private static String time(long nanos) {
        return Numbers.text((double) nanos, Unit.NANOSECONDS);
    }
}
