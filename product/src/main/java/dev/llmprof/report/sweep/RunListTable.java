package dev.llmprof.report.sweep;

import dev.llmprof.analysis.sweep.SweptMetric;
import dev.llmprof.problem.PlainText;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.format.JsonOut;
import java.io.StringWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Runs beside each other, a line each: when, how it went, the number that tells most, and what was
/// typed.
public final class RunListTable {
    public static final String SCHEMA = "llmprof.runs/1";

    private static final List<String> TITLES =
            List.of("run", "started", "status", "result", "command");
    private static final int COMMAND = TITLES.size() - 1;
    private static final int COMMAND_AT_LEAST = 8;
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT);

    /// The first that a run has is its result.
    private static final List<String> TELLING =
            List.of(
                    "requests.tpot_ns.p50",
                    "requests.ttft_ns.p50",
                    "timings.time_per_output_token_ns",
                    "timings.time_to_first_token_ns",
                    "capture.time_per_output_token_ns",
                    "capture.time_to_first_token_ns",
                    "capture.gpu.gpu_busy_ns",
                    "capture.host_span_ns");

    private RunListTable() {}

    /// `shown` is how a directory is typed. Only the command is cut where a line is too long: the
    /// rest is there to be copied.
    public static String text(
            List<ListedRun> runs, ZoneId zone, UnaryOperator<String> shown, int columns) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(TITLES);
        for (ListedRun run : runs) {
            rows.add(
                    List.of(
                            PlainText.line(shown.apply(run.directory())),
                            run.started().map(at -> MINUTE.format(at.atZone(zone))).orElse("–"),
                            run.status(),
                            result(run),
                            PlainText.line(String.join(" ", run.command()))));
        }
        int[] widths = new int[COMMAND];
        for (List<String> row : rows) {
            for (int column = 0; column < COMMAND; column++) {
                widths[column] = Math.max(widths[column], length(row.get(column)));
            }
        }
        var out = new StringBuilder();
        rows.forEach(row -> out.append(line(row, widths, columns)).append('\n'));
        return out.toString();
    }

    private static String line(List<String> row, int[] widths, int columns) {
        var line = new StringBuilder();
        for (int column = 0; column < COMMAND; column++) {
            String text = row.get(column);
            line.append(text).repeat(' ', widths[column] - length(text) + 2);
        }
        String command = row.get(COMMAND);
        int room = Math.max(COMMAND_AT_LEAST, columns - length(line.toString()));
        line.append(
                length(command) <= room
                        ? command
                        : command.substring(0, command.offsetByCodePoints(0, room - 1)) + "…");
        return line.toString().stripTrailing();
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String result(ListedRun run) {
        if (!run.trouble().isEmpty()) {
            return PlainText.line(run.trouble());
        }
        return TELLING.stream()
                .flatMap(name -> run.metric(name).map(value -> words(name, value)).stream())
                .findFirst()
                .orElse("–");
    }

    private static String words(String metric, double value) {
        return SweepWords.title(SweptMetric.of(metric))
                + " "
                + Numbers.text(value, SweepTable.unit(metric));
    }

    /// The same for programs, with every metric of that list that a run has.
    public static String json(List<ListedRun> runs) {
        var text = new StringWriter();
        try (JsonOut out = new JsonOut(text)) {
            out.object(() -> {
                out.put("schema", SCHEMA);
                out.rows("runs", runs, run -> row(out, run));
            });
        }
        return text + "\n";
    }

    private static void row(JsonOut out, ListedRun run) {
        out.put("directory", run.directory());
        out.putCell("started", run.started().map(Object::toString));
        out.putCell("seconds", seconds(run));
        out.put("status", run.status());
        out.putCell(
                "trouble", Optional.of(run.trouble()).filter(text -> !text.isEmpty()).map(t -> t));
        out.texts("command", run.command());
        out.object(
                "metrics",
                () ->
                        TELLING.forEach(
                                name -> run.metric(name).ifPresent(value -> out.put(name, value))));
    }

    private static Optional<Object> seconds(ListedRun run) {
        return run.started()
                .flatMap(from ->
                        run.ended().map(to -> Duration.between(from, to).toMillis() / 1000.0));
    }
}
