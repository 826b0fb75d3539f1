package dev.llmprof.report.sweep;

import dev.llmprof.analysis.sweep.SweepResults;
import dev.llmprof.analysis.sweep.SweptJob;
import dev.llmprof.analysis.sweep.SweptMetric;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.format.Html;
import dev.llmprof.report.format.Markdown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A sweep as a page: what is best, its charts, every job, and the jobs that failed.
public final class SweepPage {
    private static final int NARROW_METRICS = 3;
    private static final int MOST_LINKS = 1000;

    private SweepPage() {}

    /// `head` is how the sweep was made.
    public static String html(SweepResults results, List<Document.Fact> head) {
        return Html.page(document(results, head));
    }

    public static String markdown(SweepResults results, List<Document.Fact> head) {
        return Markdown.text(document(results, head));
    }

    private static Document document(SweepResults results, List<Document.Fact> head) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("best", "Best", summary(results)));
        List<Block> curves = curves(results);
        if (!curves.isEmpty()) {
            sections.add(new Section("curve", "Latency and throughput", curves));
        }
        List<Block> charts = charts(results);
        if (!charts.isEmpty()) {
            sections.add(new Section("metrics", "Metrics over the keys", charts));
        }
        sections.add(
                new Section(
                        "jobs",
                        "Jobs",
                        List.of(grid(results, results.shown(), true), reports(results))));
        return new Document(
                "Sweep " + results.name(),
                ShownText.counted(results.jobs().size(), "job", "jobs")
                        + " over "
                        + String.join(", ", results.keyNames()),
                head,
                sections,
                List.of());
    }

    private static List<Block> summary(SweepResults results) {
        List<Block> blocks = new ArrayList<>(failures(results));
        List<Block.Card> cards =
                results.shown().stream().flatMap(metric -> card(results, metric).stream()).toList();
        if (cards.isEmpty()) {
            blocks.add(
                    new Block.Note(
                            Block.Tone.MISSING,
                            "No job has a metric to compare. To get some: llmprof report on a job's"
                                    + " directory says what it lacks."));
        } else {
            blocks.add(new Block.Cards(cards));
        }
        blocks.add(
                new Block.Links(
                        List.of(
                                new Block.Link("all metrics as CSV", "sweep.csv"),
                                new Block.Link("as JSON", "sweep_results.json"))));
        return blocks;
    }

    private static Optional<Block.Card> card(SweepResults results, SweptMetric metric) {
        return results.best(metric)
                .map(job ->
                        new Block.Card(
                                SweepWords.title(metric),
                                value(job, metric),
                                "best: " + job.words(results.keyNames())));
    }

    private static Cell value(SweptJob job, SweptMetric metric) {
        return job.metric(metric.name())
                .map(value -> Cell.number(value, SweepTable.unit(metric.name())))
                .orElseGet(() -> Cell.absent(job.usable() ? "not measured" : job.outcome()));
    }

    private static List<Block> failures(SweepResults results) {
        List<SweptJob> failed = results.failed();
        return failed.isEmpty()
                ? List.of()
                : List.of(
                        new Block.Note(
                                Block.Tone.WARNING,
                                ShownText.counted(failed.size(), "job", "jobs")
                                        + " of "
                                        + results.jobs().size()
                                        + " did not finish:"),
                        new Block.Bullets(
                                failed.stream()
                                        .map(job ->
                                                job.name()
                                                        + " ("
                                                        + job.words(results.keyNames())
                                                        + "): "
                                                        + job.outcome())
                                        .toList()));
    }

    private static List<Block> charts(SweepResults results) {
        var charts = new SweepCharts(results);
        return results.shown().stream().flatMap(metric -> charts.of(metric).stream()).toList();
    }

    private static List<Block> curves(SweepResults results) {
        var charts = new SweepCharts(results);
        return Stream.of("requests.ttft_ns", "requests.tpot_ns", "requests.e2e_ns")
                .flatMap(latency -> charts.curve(latency).stream())
                .toList();
    }

    /// A row for each job; the best of each metric has a star.
    private static Block.Grid grid(SweepResults results, List<SweptMetric> metrics, boolean whole) {
        List<Block.Column> columns = new ArrayList<>();
        columns.add(Block.Column.words("job"));
        results.keys()
                .forEach(key -> columns.add(Block.Column.words(whole ? key.name() : key.brief())));
        metrics.forEach(metric -> columns.add(column(metric)));
        columns.add(Block.Column.words("outcome"));
        return new Block.Grid(
                whole ? "Every job; the best of a metric has a star, the knee a circle" : "",
                columns,
                results.jobs().stream().map(job -> row(results, metrics, job, whole)).toList());
    }

    /// The page of each job that left one.
    private static Block reports(SweepResults results) {
        return new Block.Links(
                results.jobs().stream()
                        .filter(SweptJob::usable)
                        .limit(MOST_LINKS)
                        .map(job ->
                                new Block.Link(
                                        "report of job " + job.name(), job.name() + "/report.html"))
                        .toList());
    }

    private static Block.Column column(SweptMetric metric) {
        return Block.Column.number(SweepWords.title(metric)).meaning(metric.name());
    }

    private static List<Cell> row(
            SweepResults results, List<SweptMetric> metrics, SweptJob job, boolean whole) {
        var charts = new SweepCharts(results);
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(job.name()));
        results.keys().forEach(key -> cells.add(Cell.text(job.value(key.name()))));
        for (SweptMetric metric : metrics) {
            String mark =
                    (results.best(metric).filter(job::equals).isPresent() ? " *" : "")
                            + (charts.knee(metric).filter(job::equals).isPresent() ? " o" : "");
            Cell value = value(job, metric);
            cells.add(mark.isEmpty() ? value : Cell.text(value.shown() + mark));
        }
        cells.add(Cell.text(whole ? job.outcome() : brief(job)));
        return cells;
    }

    /// Why is told below the table.
    private static String brief(SweptJob job) {
        return job.usable() ? job.outcome().replaceFirst(",.*", "") : "failed";
    }

    /// For a terminal of 80 columns.
    public static List<Block> brief(SweepResults results) {
        List<SweptMetric> metrics =
                results.shown().stream()
                        .limit(Math.max(1, NARROW_METRICS + 1 - results.keys().size()))
                        .toList();
        List<Block> blocks = new ArrayList<>();
        blocks.add(grid(results, metrics, false));
        if (metrics.stream().anyMatch(metric -> results.best(metric).isPresent())) {
            var charts = new SweepCharts(results);
            boolean bends = metrics.stream().anyMatch(metric -> charts.knee(metric).isPresent());
            blocks.add(
                    new Block.Paragraph(
                            bends
                                    ? "* best   o knee: a larger value of the key gains little more"
                                    : "* best"));
        }
        blocks.addAll(failures(results));
        return blocks;
    }
}
