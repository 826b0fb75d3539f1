package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.fractionalNanos;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.share;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.capture.CaptureRelations;
import dev.llmprof.analysis.capture.CaptureRepeats;
import java.util.ArrayList;
import java.util.List;

/// Tables of several captures of one recording.
public final class CaptureTables {
    private CaptureTables() {}

    /// One time of a recording that was captured several times.
    public record RepeatRow(String recording, CaptureRepeats.Measure measure) {}

    public static final ResultTable<RepeatRow> REPEATS =
            ResultTable.of(
                    "capture_repeats",
                    "Times of a recording that was captured several times.",
                    name(
                            "recording",
                            "the captures' name without its number",
                            RepeatRow::recording),
                    text("time", "what was timed", row -> row.measure().what()),
                    count("captures", "that have it", row -> row.measure().captures()),
                    fractionalNanos("mean_ns", "of the captures", row -> row.measure().meanNanos()),
                    nanos("min_ns", "", row -> Math.round(row.measure().minNanos())),
                    nanos("max_ns", "", row -> Math.round(row.measure().maxNanos())),
                    share(
                            "spread",
                            "from the shortest to the longest, as a part of the mean",
                            row -> row.measure().spread()));

    public static List<RepeatRow> repeats(CaptureRelations relations) {
        List<RepeatRow> rows = new ArrayList<>();
        for (CaptureRepeats repeats : relations.repeats()) {
            repeats.measures().forEach(each -> rows.add(new RepeatRow(repeats.name(), each)));
        }
        return rows;
    }
}
