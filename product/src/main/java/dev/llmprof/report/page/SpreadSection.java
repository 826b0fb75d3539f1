package dev.llmprof.report.page;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.Spread;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// Every request of a workload by its own clock, with the median and the 95th percentile of those
/// that count. A server's requests have a section of their own.
public final class SpreadSection {
    private static final int DRAWN = 5_000;
    private static final String TITLE = "Requests one by one";

    private SpreadSection() {}

    /// Without blocks where no request was timed.
    public static Section of(Findings findings) {
        return findings.timings()
                .filter(timings -> findings.serving().isEmpty() && !timings.requests().isEmpty())
                .map(SpreadSection::section)
                .orElseGet(() -> new Section("spread", TITLE, List.of()));
    }

    private static Section section(Timings timings) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                figure(
                        "Time to first token",
                        timings.requests(),
                        request -> (double) request.prefillNanos(),
                        timings.firstToken()));
        timings.perOutputToken()
                .ifPresent(spread ->
                        blocks.add(
                                figure(
                                        "Time per output token",
                                        timings.requests().stream()
                                                .filter(request -> request.decodeSteps() > 0)
                                                .toList(),
                                        request -> request.decodeNanos() / request.decodeSteps(),
                                        spread)));
        return new Section("spread", TITLE, blocks);
    }

    private static Block figure(
            String title,
            List<Timings.Request> requests,
            ToDoubleFunction<Timings.Request> nanos,
            Spread counted) {
        int group = Math.max(1, Math.ceilDiv(requests.size(), DRAWN));
        List<Chart.Sequence.Entry> points = new ArrayList<>();
        for (int at = 0; at < requests.size(); at += group) {
            Timings.Request request = requests.get(at);
            points.add(
                    new Chart.Sequence.Entry(
                            at + 1,
                            words(request.state()),
                            "request " + (at + 1) + ", " + request.input(),
                            nanos.applyAsDouble(request)));
        }
        return new Block.Figure(
                title,
                "Each request in the order it ran. Median and p95 are of "
                        + ShownText.counted(counted.count(), "request", "requests")
                        + ", warm ones where there are any."
                        + (group > 1 ? " One of every " + group + " is drawn." : ""),
                new Chart.Sequence(
                        Unit.NANOSECONDS,
                        "request",
                        points,
                        List.of(
                                new Chart.Sequence.Mark("median", counted.medianNanos()),
                                new Chart.Sequence.Mark("p95", (double) counted.p95Nanos()))));
    }

    private static String words(Timings.State state) {
        return switch (state) {
            case COLD -> "first, cold";
            case BARE -> "warm";
            case PROFILED -> "under the profiler";
            case COLD_PROFILED -> "first, under the profiler";
        };
    }
}
