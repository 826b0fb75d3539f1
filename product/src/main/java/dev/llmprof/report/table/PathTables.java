package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.fractionalNanos;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.share;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.path.CriticalPath;
import dev.llmprof.analysis.path.PathCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Tables of the critical path: by cause, by name, and step by step.
public final class PathTables {
    private PathTables() {}

    /// One cause over all steps.
    public record CauseRow(PathCause cause, CriticalPath path) {
        public long nanos() {
            return path.nanos(cause);
        }

        public double share() {
            return (double) nanos() / Math.max(1, path.lengthNanos());
        }
    }

    /// What is on the path, beside the length of all of it.
    public record WorkRow(CriticalPath.Work work, long allNanos) {}

    public static final ResultTable<CauseRow> CAUSES =
            ResultTable.of(
                    "critical_path",
                    "The critical path of all steps, or of the whole capture, by cause; the causes"
                            + " add up.",
                    text("cause", "", row -> row.cause().label()),
                    nanos("total_ns", "", CauseRow::nanos),
                    share("share", "of the path", CauseRow::share),
                    fractionalNanos(
                            "mean_step_ns",
                            "of a step",
                            row -> (double) row.nanos() / row.path().steps().size()),
                    text("meaning", "", row -> row.cause().meaning()));

    public static final ResultTable<WorkRow> WORK =
            ResultTable.of(
                    "critical_path_work",
                    "What is on the critical path, by name.",
                    text("cause", "", row -> row.work().cause().label()),
                    name(
                            "name",
                            "a kernel, operator, call or range",
                            row ->
                                    row.work().name().isEmpty()
                                            ? "(nothing recorded)"
                                            : row.work().name()),
                    count("pieces", "", row -> row.work().pieces()),
                    nanos("total_ns", "", row -> row.work().nanos()),
                    share(
                            "share",
                            "of the path",
                            row -> (double) row.work().nanos() / Math.max(1, row.allNanos())));

    public static final ResultTable<CriticalPath.Step> STEPS = steps();

    /// The largest first, without those that have nothing.
    public static List<CauseRow> causes(CriticalPath path) {
        return Arrays.stream(PathCause.values())
                .map(cause -> new CauseRow(cause, path))
                .filter(row -> row.nanos() > 0)
                .sorted(Comparator.comparingLong(CauseRow::nanos).reversed())
                .toList();
    }

    public static List<WorkRow> work(CriticalPath path) {
        long all = path.lengthNanos();
        return path.work().stream().map(work -> new WorkRow(work, all)).toList();
    }

    /// Those of [#STEPS] that say something of this path: a cause that no step has is left out.
    public static List<String> stepColumns(CriticalPath path) {
        List<String> columns = new ArrayList<>(List.of("name", "length_ns"));
        causes(path).forEach(row -> columns.add(column(row.cause())));
        return columns;
    }

    private static String column(PathCause cause) {
        return cause.name().toLowerCase(Locale.ROOT) + "_path_ns";
    }

    private static ResultTable<CriticalPath.Step> steps() {
        List<ResultColumn<CriticalPath.Step>> columns = new ArrayList<>();
        columns.add(
                ResultColumn.<CriticalPath.Step>name(
                                "name", "empty for the whole capture", CriticalPath.Step::name)
                        .titled("step"));
        columns.add(
                nanos(
                        "length_ns",
                        "from its start on the host to its end there or on the GPU",
                        CriticalPath.Step::lengthNanos));
        for (PathCause cause : PathCause.values()) {
            columns.add(
                    ResultColumn.<CriticalPath.Step>nanos(
                                    column(cause), cause.meaning(), step -> step.nanos(cause))
                            .titled(cause.label()));
        }
        return new ResultTable<>(
                "critical_path_steps", "The critical path of each step by cause.", columns);
    }
}
