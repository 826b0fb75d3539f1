package dev.llmprof.study.compare;

import dev.llmprof.compare.metric.Better;
import dev.llmprof.compare.metric.MetricKind;
import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.metric.RunValue;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.csv.CsvNumber;
import dev.llmprof.trace.csv.CsvRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// A CSV of values that somebody else measured: a row for each metric and run.
public final class ValuesFile {
    private static final List<String> COLUMNS = List.of("metric", "unit", "better", "run", "value");
    private static final int MOST_RUNS = 2_000;
    private static final int MOST_PROBLEMS = 20;

    private final Path file;
    private final Map<String, MetricKind> kinds = new LinkedHashMap<>();
    private final Map<MetricKind, List<RunValue>> values = new LinkedHashMap<>();
    private final Set<List<String>> seen = new HashSet<>();
    private final List<Problem> problems = new ArrayList<>();

    private ValuesFile(Path file) {
        this.file = file;
    }

    /// Whether the first row has the columns of one.
    public static boolean isOne(Path file) throws IOException {
        try (CsvRows rows = CsvRows.open(file)) {
            return rows.next()
                    .filter(head -> names(head).containsAll(List.of("metric", "value")))
                    .isPresent();
        } catch (Problem.Found noTable) {
            return false;
        }
    }

    public static List<MetricRuns> read(Path file) throws IOException {
        return new ValuesFile(file).read();
    }

    private List<MetricRuns> read() throws IOException {
        try (CsvRows rows = CsvRows.open(file)) {
            List<String> head = names(rows.next().orElse(List.of()));
            List<String> missing = COLUMNS.stream().filter(each -> !head.contains(each)).toList();
            if (!missing.isEmpty()) {
                throw new Problem(
                                "no column " + String.join(", ", missing),
                                file + ":1",
                                "begin the file with: " + String.join(",", COLUMNS))
                        .found();
            }
            for (var row = rows.next(); row.isPresent(); row = rows.next()) {
                if (problems.size() < MOST_PROBLEMS) {
                    row(head, row.get(), rows.line());
                }
            }
        }
        if (problems.isEmpty() && values.isEmpty()) {
            problems.add(new Problem("no values", file.toString(), "add a row for each run"));
        }
        if (!problems.isEmpty()) {
            throw new Problem.Found(problems);
        }
        return values.entrySet().stream()
                .map(each -> new MetricRuns(each.getKey(), each.getValue(), Optional.empty()))
                .toList();
    }

    private static List<String> names(List<String> head) {
        return head.stream()
                .map(name -> name.replace("\ufeff", "").strip().toLowerCase(Locale.ROOT))
                .toList();
    }

    private void row(List<String> head, List<String> row, int line) {
        if (row.size() != head.size()) {
            wrong(line, row.size() + " fields under " + head.size() + " columns", "");
            return;
        }
        String name = field(head, row, "metric");
        String unit = field(head, row, "unit");
        String run = field(head, row, "run");
        Optional<Better> better = better(field(head, row, "better"));
        OptionalDouble value = CsvNumber.parse(field(head, row, "value"));
        if (name.isEmpty()) {
            wrong(line, "the metric has no name", "");
        } else if (better.isEmpty()) {
            wrong(line, "better is '" + field(head, row, "better") + "'", "lower or higher");
        } else if (value.isEmpty() || !(value.getAsDouble() > 0)) {
            String given = field(head, row, "value");
            wrong(
                    line,
                    "'" + given + "' is not a value above 0",
                    "leave out a run that was not measured; logarithms need values above 0");
        } else if (!seen.add(List.of(name, run))) {
            wrong(line, "run " + run + " of " + name + " is there twice", "number the runs");
        } else {
            var kind = new MetricKind(name, unit, better.get());
            Optional<Instant> started = started(field(head, row, "started"));
            long steps = count(field(head, row, "steps"));
            long dropped = count(field(head, row, "dropped"));
            add(kind, new RunValue(run, value.getAsDouble(), started, steps, dropped), line);
        }
    }

    private void add(MetricKind kind, RunValue value, int line) {
        MetricKind known = kinds.computeIfAbsent(kind.name(), _ -> kind);
        if (!known.equals(kind)) {
            wrong(
                    line,
                    kind.name() + " has another unit or direction than above",
                    "write every value of a metric in one unit");
            return;
        }
        List<RunValue> runs = values.computeIfAbsent(kind, _ -> new ArrayList<>());
        runs.add(value);
        if (runs.size() == MOST_RUNS + 1) {
            wrong(line, "more than " + MOST_RUNS + " runs of " + kind.name(), "a value a run");
        }
    }

    private static String field(List<String> head, List<String> row, String name) {
        int at = head.indexOf(name);
        return at < 0 ? "" : row.get(at).strip();
    }

    /// In our own tables only.
    private static Optional<Instant> started(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /// In our own tables only.
    private static long count(String text) {
        return (long) CsvNumber.parse(text).orElse(0);
    }

    private static Optional<Better> better(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "lower" -> Optional.of(Better.LOWER);
            case "higher" -> Optional.of(Better.HIGHER);
            default -> Optional.empty();
        };
    }

    private void wrong(int line, String what, String fix) {
        problems.add(new Problem(what, file + ":" + line, fix));
    }
}
