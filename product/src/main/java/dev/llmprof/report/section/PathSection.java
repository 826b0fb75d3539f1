package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.path.CriticalPath;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.PathTables;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The critical path: what the steps had to wait for, by cause and by name.
public final class PathSection {
    private static final int DRAWN = 20;
    private static final double WORTH_A_WORD = .001;

    private PathSection() {}

    /// Without blocks where nothing was captured.
    public static Section of(Findings findings, int limit) {
        List<Block> blocks = new ArrayList<>();
        findings.main()
                .map(capture -> capture.marked().path())
                .filter(path -> path.lengthNanos() > 0)
                .ifPresent(path -> blocks(blocks, path, limit));
        return new Section("critical-path", "Critical path", blocks);
    }

    /// The line for a terminal.
    public static List<Block> brief(Capture capture) {
        CriticalPath path = capture.marked().path();
        return path.lengthNanos() == 0 ? List.of() : List.of(new Block.Paragraph(summary(path)));
    }

    /// One line: how long it is, and of what.
    private static String summary(CriticalPath path) {
        int steps = path.steps().size();
        boolean whole = steps == 1 && path.steps().getFirst().name().isEmpty();
        return "critical path of "
                + (whole ? "the whole capture" : ShownText.counted(steps, "step", "steps"))
                + ", "
                + Cell.nanos(path.lengthNanos()).shown()
                + ": "
                + PathTables.causes(path).stream()
                        .filter(row -> row.share() >= WORTH_A_WORD)
                        .map(row -> row.cause().label() + " " + Cell.share(row.share()).shown())
                        .collect(Collectors.joining(" · "));
    }

    private static void blocks(List<Block> blocks, CriticalPath path, int limit) {
        blocks.add(new Block.Paragraph(summary(path) + "."));
        blocks.add(
                new Block.Paragraph(
                        "Walked back from the end of each step to that of the one before: from GPU"
                                + " work to the work before it on its stream, to work of another stream that ended right before,"
                                + " or to its launch; from a call that waits to the GPU work that ended"
                                + " while it did. Making something shorter that is not on the path does"
                                + " not make the step shorter."));
        blocks.add(chart(path));
        blocks.add(causes(path));
        blocks.add(
                PathTables.WORK.grid(
                        "What is on it",
                        PathTables.work(path),
                        limit,
                        "cause",
                        "name",
                        "pieces",
                        "total_ns",
                        "share"));
        if (path.steps().size() > 1) {
            blocks.add(steps(path, limit));
        }
    }

    private static Block causes(CriticalPath path) {
        List<PathTables.CauseRow> rows = PathTables.causes(path);
        List<String> columns = new ArrayList<>(List.of("cause", "total_ns", "share", "meaning"));
        if (path.steps().size() > 1) {
            columns.add(3, "mean_step_ns");
        }
        return PathTables.CAUSES.grid(
                "By cause", rows, rows.size(), columns.toArray(String[]::new));
    }

    private static Block steps(CriticalPath path, int limit) {
        return PathTables.STEPS.grid(
                "Each step",
                path.steps(),
                limit,
                PathTables.stepColumns(path).toArray(String[]::new));
    }

    private static Block chart(CriticalPath path) {
        List<CriticalPath.Step> drawn = path.steps().stream().limit(DRAWN).toList();
        return new Block.Figure(
                "Critical path by cause",
                drawn.size() < path.steps().size()
                        ? "The first " + DRAWN + " steps."
                        : "Each step, or all of the capture.",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        true,
                        drawn.stream().map(PathSection::label).toList(),
                        PathTables.causes(path).stream()
                                .map(row ->
                                        Chart.Bars.Series.of(
                                                row.cause().label(),
                                                drawn,
                                                step -> step.nanos(row.cause())))
                                .toList()));
    }

    private static String label(CriticalPath.Step step) {
        return step.name().isEmpty() ? "all" : ShownText.shortened(step.name(), 40);
    }
}
