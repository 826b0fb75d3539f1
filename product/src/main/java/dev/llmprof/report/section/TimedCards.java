package dev.llmprof.report.section;

import dev.llmprof.analysis.breakdown.Spread;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.analysis.workload.WorkloadTimings;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Latency by the workload's own clock, each number with its source and statistic.
public final class TimedCards {
    private static final String BARE = "under the profiler; without: capture.bare=on";
    private static final String FEW = "few; more: capture.bare=on";

    private TimedCards() {}

    static List<Block.Card> of(Timings timings) {
        TimeBasis basis = timings.basis();
        List<Block.Card> cards = new ArrayList<>();
        Spread first = timings.firstToken();
        cards.add(
                new Block.Card(
                        "Time to first token",
                        Cell.nanos(first.medianNanos()),
                        words(timings, first)));
        Optional<Spread> each = timings.perOutputToken();
        boolean several = timings.counted().stream().anyMatch(r -> r.sequences() > 1);
        cards.add(
                new Block.Card(
                        "Time per output token",
                        each.<Cell>map(spread -> Cell.nanos(spread.medianNanos()))
                                .orElseGet(() -> Cell.absent("no token after the first")),
                        each.map(spread ->
                                        words(timings, spread)
                                                + (several ? "; of each sequence" : ""))
                                .orElse("")));
        cards.add(
                new Block.Card(
                        "Output rate",
                        timings.tokensPerSecond()
                                .<Cell>map(rate -> Cell.number(rate, Unit.TOKENS_PER_SECOND))
                                .orElseGet(() -> Cell.absent("nothing was decoded")),
                        basis.words() + (several ? "; of all sequences" : "")));
        timings.cold().ifPresent(cold -> cards.add(cold(cold)));
        return cards;
    }

    /// What those numbers are of, for a screen that shows them alone.
    public static Block line(Timings timings) {
        TimeBasis basis = timings.basis();
        Spread first = timings.firstToken();
        return new Block.Paragraph(
                "times: " + basis.words() + p95("; first token p95 ", first) + hint(timings));
    }

    private static String words(Timings timings, Spread spread) {
        return timings.basis().words() + p95(", p95 ", spread) + hint(timings);
    }

    private static String p95(String before, Spread spread) {
        return spread.count() < 3
                ? ""
                : before + Numbers.text((double) spread.p95Nanos(), Unit.NANOSECONDS);
    }

    /// A pass of its own has as many as the program makes; beside a recording some are left over.
    private static String hint(Timings timings) {
        if (!timings.basis().bare()) {
            return "; " + BARE;
        }
        boolean few = timings.recorded() && timings.bareRequests() < WorkloadTimings.ENOUGH;
        return few ? "; " + FEW : "";
    }

    private static Block.Card cold(Timings.Request cold) {
        return new Block.Card(
                "First, cold request (" + cold.state().source() + ")",
                Cell.nanos(cold.prefillNanos() + cold.decodeNanos()),
                "prefill "
                        + Numbers.text((double) cold.prefillNanos(), Unit.NANOSECONDS)
                        + ", decode "
                        + Numbers.text((double) cold.decodeNanos(), Unit.NANOSECONDS)
                        + "; not in the other numbers");
    }
}
