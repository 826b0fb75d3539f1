package dev.llmprof.analysis.serving;

import dev.llmprof.served.LoadFacts.Goals;
import dev.llmprof.served.ServedRequest;
import java.util.List;

/// What a server did each second between two moments of a load: tokens that came, requests that
/// were answered, and of these those within the goals.
public record LoadRates(
        long startNanos,
        long endNanos,
        long answered,
        double outputTokensPerSecond,
        double requestsPerSecond,
        double goodRequestsPerSecond) {

    /// Requests that ended between the two; their tokens as far as they came in between.
    static LoadRates between(
            long startNanos, long endNanos, List<ServedRequest> requests, Goals goals) {
        double seconds = (endNanos - startNanos) / 1e9;
        double tokens = 0;
        long answered = 0;
        long good = 0;
        for (ServedRequest each : requests) {
            tokens += tokens(each, startNanos, endNanos);
            if (each.answered() && each.endNanos() > startNanos && each.endNanos() <= endNanos) {
                answered++;
                good += goals.metBy(each) ? 1 : 0;
            }
        }
        return new LoadRates(
                startNanos,
                endNanos,
                answered,
                seconds > 0 ? tokens / seconds : 0,
                seconds > 0 ? answered / seconds : 0,
                seconds > 0 ? good / seconds : 0);
    }

    /// A piece may hold several tokens: each counts for as many.
    private static double tokens(ServedRequest request, long startNanos, long endNanos) {
        int pieces = request.tokenNanos().size();
        int inside = 0;
        for (int at = 0; at < pieces; at++) {
            long nanos = request.tokenNanos().get(at);
            inside += nanos > startNanos && nanos <= endNanos ? 1 : 0;
        }
        return pieces == 0 ? 0 : (double) inside * Math.max(request.newTokens(), pieces) / pieces;
    }
}
