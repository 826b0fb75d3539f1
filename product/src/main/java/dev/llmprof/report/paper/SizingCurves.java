package dev.llmprof.report.paper;

import dev.llmprof.analysis.sizing.LoadPoint;
import dev.llmprof.analysis.sizing.Sizing;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.SizingTable.PricedSizing;
import java.util.Comparator;
import java.util.List;

/// Throughput against latency: what each deployment gives as more requests are in flight.
final class SizingCurves {
    private static final double NANOS = 1e9;
    private static final int MOST_LINES = 6;

    /// Beyond so many times its limit a time per output token is of no use to anybody.
    private static final double DRAWN_LIMITS = 2.5;

    private SizingCurves() {}

    static Block of(SizingAnswer answer) {
        List<PricedSizing> rows = answer.rows();
        double limit = answer.question().level().perTokenSeconds();
        List<Sizing> drawn =
                rows.stream()
                        .map(PricedSizing::sizing)
                        .filter(sizing -> sizing.curve().size() > 1)
                        .sorted(Comparator.comparingDouble(SizingCurves::best).reversed())
                        .limit(MOST_LINES)
                        .toList();
        return new Block.Figure(
                "Throughput against latency",
                "Throughput over the time per output token (TPOT), expected, from 1 request in"
                        + " flight to as many as fit"
                        + (Double.isFinite(limit) ? ", up to 2.5 times the limit of TPOT" : "")
                        + ". A ring is the largest concurrency within the limits."
                        + (rows.size() > drawn.size()
                                ? " The " + drawn.size() + " deployments with the most throughput."
                                : ""),
                new Chart.Lines(
                        new Chart.Lines.Axis("time per output token", Unit.NANOSECONDS),
                        new Chart.Lines.Axis("throughput", Unit.TOKENS_PER_SECOND),
                        List.of(),
                        drawn.stream().map(sizing -> line(sizing, limit)).toList(),
                        drawn.stream()
                                .flatMap(sizing -> sizing.expected().stream())
                                .map(point -> place(point, "within the limits"))
                                .toList()));
    }

    private static double best(Sizing sizing) {
        return sizing.expected().map(LoadPoint::tokensPerSecond).orElse(0.0);
    }

    private static Chart.Lines.Line line(Sizing sizing, double limitSeconds) {
        return new Chart.Lines.Line(
                SizingSection.label(sizing),
                sizing.curve().stream()
                        .filter(point -> point.perTokenSeconds() <= DRAWN_LIMITS * limitSeconds)
                        .map(point -> place(point, point.concurrency() + " requests in flight"))
                        .toList());
    }

    private static Chart.Lines.Place place(LoadPoint point, String name) {
        return new Chart.Lines.Place(
                point.perTokenSeconds() * NANOS, point.tokensPerSecond(), name);
    }
}
