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

    /// Of each request the part of its time that lies between the two, and the tokens that came in
    /// between: to count ends would count a round of streams too many, since a part begins and ends
    /// with one. `answered` has all that ended in between.
    static LoadRates between(
            long startNanos, long endNanos, List<ServedRequest> answers, Goals goals) {
        double seconds = (endNanos - startNanos) / 1e9;
        double tokens = 0;
        long answered = 0;
        double parts = 0;
        double good = 0;
        for (ServedRequest each : answers) {
            tokens += tokens(each, startNanos, endNanos);
            boolean ended = each.endNanos() > startNanos && each.endNanos() <= endNanos;
            double part = part(each, startNanos, endNanos);
            answered += ended ? 1 : 0;
            parts += part;
            good += goals.metBy(each) ? part : 0;
        }
        return new LoadRates(
                startNanos,
                endNanos,
                answered,
                seconds > 0 ? tokens / seconds : 0,
                seconds > 0 ? parts / seconds : 0,
                seconds > 0 ? good / seconds : 0);
    }

    private static double part(ServedRequest request, long startNanos, long endNanos) {
        long from = Math.max(startNanos, request.sentNanos());
        long to = Math.min(endNanos, request.endNanos());
        return to <= from ? 0 : (to - from) / (double) (request.endNanos() - request.sentNanos());
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
