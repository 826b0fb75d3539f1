package dev.llmprof.report.request;

import dev.llmprof.analysis.serving.Latency;
import dev.llmprof.analysis.serving.LoadRates;
import dev.llmprof.analysis.serving.RequestMetrics;
import dev.llmprof.analysis.serving.ServingFindings;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A server under load in a few numbers, each with what it is of.
public final class RequestCards {
    private RequestCards() {}

    public static List<Block.Card> of(ServingFindings found) {
        RequestMetrics metrics = found.main();
        String of = found.stage() + ", median of " + metrics.answered() + " requests";
        List<Block.Card> cards = new ArrayList<>();
        cards.add(card("Time to first token", metrics.firstToken(), of));
        cards.add(card("Time per output token", metrics.perToken(), of));
        cards.add(card("End to end", metrics.endToEnd(), of));
        LoadRates rates = metrics.steady().orElse(metrics.rates());
        String when = metrics.steady().isPresent() ? "in the steady part" : "over the whole load";
        cards.add(
                new Block.Card(
                        "Output rate",
                        Cell.number(rates.outputTokensPerSecond(), Unit.TOKENS_PER_SECOND),
                        "of all requests, " + when));
        cards.add(
                new Block.Card(
                        "Requests per second",
                        Cell.number(rates.requestsPerSecond(), Unit.PLAIN),
                        metrics.load().facts().goals().any()
                                ? Numbers.text(rates.goodRequestsPerSecond(), Unit.PLAIN)
                                        + " of them within load.slo, "
                                        + when
                                : when));
        if (metrics.errors() > 0) {
            cards.add(
                    new Block.Card(
                            "Requests that failed",
                            Cell.count(metrics.errors()),
                            "of " + metrics.count() + "; in no other number"));
        }
        return cards;
    }

    private static Block.Card card(String title, Optional<Latency> latency, String of) {
        return new Block.Card(
                title,
                latency.<Cell>map(each -> Cell.nanos(each.p50()))
                        .orElseGet(() -> Cell.absent("no request was answered so")),
                latency.map(each -> of + ", p99 " + Numbers.text(each.p99(), Unit.NANOSECONDS))
                        .orElse(""));
    }
}
