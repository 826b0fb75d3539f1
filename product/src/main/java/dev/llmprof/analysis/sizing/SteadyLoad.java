package dev.llmprof.analysis.sizing;

import dev.llmprof.analysis.cost.Ceiling;
import dev.llmprof.analysis.cost.PhaseCost;
import dev.llmprof.analysis.cost.PhaseCosts;
import dev.llmprof.analysis.cost.QuickBound;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Request;
import java.util.Optional;

/// A server with continuous batching that is always full: a request that ends makes room for the
/// next. A new one waits for the step under way and is then prefilled alone; while it decodes, each
/// of the others is prefilled once.
record SteadyLoad(
        Model model, Request request, Counting counting, Ceiling ceiling, double prefillSeconds) {

    static SteadyLoad of(Model model, Request request, Counting counting, Ceiling ceiling) {
        Request alone = request.withBatch(1).withNewTokens(0);
        double prefill =
                PhaseCosts.of(model, alone, counting, Optional.of(ceiling)).stream()
                        .map(PhaseCost::boundSeconds)
                        .mapToDouble(seconds -> seconds.orElse(0.0))
                        .sum();
        return new SteadyLoad(model, request, counting, ceiling, prefill);
    }

    LoadPoint at(long concurrency) {
        // The first token comes with the prefill.
        int later = Math.max(0, request.newTokens() - 1);
        double step = later == 0 ? 0 : stepSeconds(concurrency);
        double first = prefillSeconds + (concurrency > 1 ? step : 0);
        double others = (concurrency - 1) * prefillSeconds;
        double perToken = later == 0 ? 0 : step + others / later;
        double whole = first + (later == 0 ? others : later * perToken);
        double requests = concurrency / whole;
        return new LoadPoint(
                concurrency,
                first,
                perToken,
                requests * request.newTokens(),
                requests,
                prefillSeconds,
                1 / requests - prefillSeconds);
    }

    /// With sequences half way through their answers.
    private double stepSeconds(long concurrency) {
        long context = (long) RequestPhases.promptTokens(model, request) + request.newTokens() / 2;
        return QuickBound.stepSeconds(
                model.decoder(), Math.toIntExact(concurrency), context, counting, ceiling);
    }
}
