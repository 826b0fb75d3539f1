package dev.llmprof.report.request;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.drawing.Histograms;
import dev.llmprof.analysis.serving.InFlight;
import dev.llmprof.analysis.serving.LoadRates;
import dev.llmprof.analysis.serving.RequestMetrics;
import dev.llmprof.analysis.serving.ServingFindings;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.RequestTables;
import dev.llmprof.served.ServedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A server under load: latencies with their definitions, how they spread and went, and the slowest
/// requests.
public final class RequestsSection {
    private static final int BINS = 30;
    private static final int DRAWN = 2000;
    private static final List<String> MEANINGS =
            List.of(
                    "Time to first token: from when a request was due to its first piece of text. In"
                            + " a closed loop it is due when it is sent; in an open loop its wait"
                            + " for a busy client counts.",
                    "Gap between tokens: from one piece of text to the next.",
                    "Time per output token: (end - first token) / (tokens - 1).",
                    "End to end: from when it was due to the last part of its answer.",
                    "Percentiles are of the requests that were answered whole, interpolated between"
                            + " two values. Those that failed are counted and in no latency;"
                            + " requests to warm up count nowhere.",
                    "Steady: from the end of the first answer to the sending of the last request:"
                            + " before it streams fill, after it they drain. A request that was only"
                            + " partly in it counts by that part of its time.",
                    "Goodput: requests per second that met load.slo; without goals, all that"
                            + " were answered.");

    private RequestsSection() {}

    public static Section of(Findings findings, int rows) {
        return findings.serving()
                .map(found -> section(found, findings, rows))
                .orElseGet(() -> new Section("requests", "Requests", List.of()));
    }

    private static Section section(ServingFindings found, Findings findings, int rows) {
        RequestMetrics metrics = found.main();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(words(found)));
        metrics.load()
                .cutShort()
                .ifPresent(why ->
                        blocks.add(
                                new Block.Note(
                                        Block.Tone.WARNING, "The load ended early: " + why + ".")));
        blocks.add(new Block.Cards(RequestCards.of(found)));
        failures(blocks, metrics);
        blocks.add(
                RequestTables.LATENCIES.grid(
                        "Latencies by the stage that made the load: beside "
                                + found.stage()
                                + ", what recording cost",
                        RequestTables.latencies(found),
                        Integer.MAX_VALUE,
                        "stage",
                        "name",
                        "count",
                        "mean_ns",
                        "p50_ns",
                        "p90_ns",
                        "p95_ns",
                        "p99_ns"));
        blocks.add(rates(metrics));
        blocks.add(new Block.Bullets(MEANINGS));
        blocks.addAll(charts(metrics));
        blocks.addAll(SlowRequestBlocks.of(found, findings));
        blocks.add(slowest(found, rows));
        return new Section("requests", "Requests", blocks);
    }

    /// What was asked of whom.
    static String words(ServingFindings found) {
        RequestMetrics metrics = found.main();
        var facts = metrics.load().facts();
        return (facts.engine().isEmpty() ? "A server" : facts.engine())
                + " with "
                + facts.model()
                + ", loaded by "
                + found.stage()
                + ": "
                + facts.load()
                + ". "
                + Cell.count(metrics.answered()).shown()
                + " of "
                + Cell.count(metrics.count()).shown()
                + " requests were answered."
                + counted(metrics)
                + (facts.openLoop()
                        ? " The client sent no request later than "
                                + Numbers.text((double) metrics.latestSendNanos(), Unit.NANOSECONDS)
                                + " after it was due."
                        : "");
    }

    private static String counted(RequestMetrics metrics) {
        if (metrics.answered() == 0) {
            return "";
        }
        return " Tokens were counted by "
                + (metrics.countedByServer()
                        ? "the server."
                        : "pieces of text: the server did not say how many there were.");
    }

    private static void failures(List<Block> blocks, RequestMetrics metrics) {
        if (metrics.failures().isEmpty()) {
            return;
        }
        blocks.add(
                new Block.Grid(
                        "Requests that failed",
                        List.of(Block.Column.words("reason"), Block.Column.number("count")),
                        metrics.failures().entrySet().stream()
                                .map((Map.Entry<String, Long> each) ->
                                        List.of(
                                                Cell.name(each.getKey()),
                                                Cell.count(each.getValue())))
                                .toList()));
    }

    private static Block rates(RequestMetrics metrics) {
        List<List<Cell>> rows = new ArrayList<>();
        rows.add(row("whole", metrics.rates()));
        metrics.steady().ifPresent(steady -> rows.add(row("steady", steady)));
        return new Block.Grid(
                metrics.steady().isPresent()
                        ? "Rates of the whole load and of its steady part"
                        : "Rates; the load was too short to have a steady part",
                List.of(
                        Block.Column.words("part"),
                        Block.Column.number("from"),
                        Block.Column.number("to"),
                        Block.Column.number("answered"),
                        Block.Column.number("output rate"),
                        Block.Column.number("requests per second"),
                        Block.Column.number("goodput per second")),
                rows);
    }

    private static List<Cell> row(String part, LoadRates rates) {
        return List.of(
                Cell.text(part),
                Cell.nanos(rates.startNanos()),
                Cell.nanos(rates.endNanos()),
                Cell.count(rates.answered()),
                Cell.number(rates.outputTokensPerSecond(), Unit.TOKENS_PER_SECOND),
                Cell.number(rates.requestsPerSecond(), Unit.PLAIN),
                Cell.number(rates.goodRequestsPerSecond(), Unit.PLAIN));
    }

    private static List<Block> charts(RequestMetrics metrics) {
        List<ServedRequest> answered =
                metrics.load().requests().stream().filter(ServedRequest::answered).toList();
        List<Block> charts = new ArrayList<>();
        if (answered.isEmpty()) {
            return charts;
        }
        charts.add(
                histogram(
                        "Time to first token",
                        answered.stream().map(r -> (double) r.firstTokenNanos()).toList()));
        charts.add(
                histogram(
                        "End to end",
                        answered.stream().map(r -> (double) r.endToEndNanos()).toList()));
        charts.add(overTime(answered));
        charts.add(inFlight(metrics));
        return charts;
    }

    private static Block histogram(String title, List<Double> nanos) {
        Histograms bins = Histograms.of(nanos, BINS);
        return new Block.Figure(
                title + ": distribution",
                "How many requests took how long.",
                new Chart.Histogram(Unit.NANOSECONDS, bins.edges(), bins.counts()));
    }

    private static Block overTime(List<ServedRequest> answered) {
        List<Chart.Sequence.Entry> points = new ArrayList<>();
        int every = Math.ceilDiv(answered.size(), DRAWN);
        for (int at = 0; at < answered.size(); at += every) {
            ServedRequest each = answered.get(at);
            long due = each.dueNanos() / 1_000_000;
            String name = "request " + each.number();
            points.add(point(due, "end to end", name, (double) each.endToEndNanos()));
            points.add(point(due, "TTFT", name, (double) each.firstTokenNanos()));
        }
        return new Block.Figure(
                "Latency over time",
                "Each request when it was due"
                        + (every > 1 ? "; one of every " + every + " is drawn." : "."),
                new Chart.Sequence(Unit.NANOSECONDS, "ms since the load began", points, List.of()));
    }

    private static Chart.Sequence.Entry point(long at, String series, String name, double value) {
        return new Chart.Sequence.Entry(at, series, name, value);
    }

    private static Block inFlight(RequestMetrics metrics) {
        InFlight series = metrics.inFlight();
        List<Chart.Sequence.Entry> points = new ArrayList<>();
        for (int at = 0; at < series.means().size(); at++) {
            long millis = (metrics.rates().startNanos() + at * series.sliceNanos()) / 1_000_000;
            points.add(point(millis, "in flight", millis + " ms", series.means().get(at)));
        }
        return new Block.Figure(
                "Requests in flight",
                "Sent and not ended, the mean of each hundredth of the load.",
                new Chart.Sequence(Unit.PLAIN, "ms since the load began", points, List.of()));
    }

    private static Block slowest(ServingFindings found, int rows) {
        List<RequestTables.Row> all =
                found.main().load().requests().stream()
                        .filter(ServedRequest::counts)
                        .sorted((a, b) -> Long.compare(b.endToEndNanos(), a.endToEndNanos()))
                        .map(each -> new RequestTables.Row(found.stage(), each))
                        .toList();
        return RequestTables.REQUESTS.grid(
                "Requests, the longest first",
                all,
                rows,
                "number",
                "due_ns",
                "ttft_ns",
                "tpot_ns",
                "e2e_ns",
                "longest_gap_ns",
                "counted_prompt_tokens",
                "new_tokens",
                "reason");
    }
}
