package dev.llmprof.model.shape;

/// What the decoder is asked: `passes` forward passes, each over `newTokens` positions of `batch`
/// sequences that hold `cachedTokens` before the first pass.
public record Work(int batch, int newTokens, long cachedTokens, int passes) {
    public Work {
        if (batch < 1 || newTokens < 0 || cachedTokens < 0 || passes < 1) {
            throw new IllegalArgumentException(
                    "work of batch %d, new %d, cached %d, passes %d"
                            .formatted(batch, newTokens, cachedTokens, passes));
        }
    }

    public static Work prefill(int batch, int promptTokens) {
        return new Work(batch, promptTokens, 0, 1);
    }

    /// `steps` tokens, one a pass, after `context` positions.
    public static Work decode(int batch, long context, int steps) {
        return new Work(batch, 1, context, steps);
    }

    /// New positions of one sequence over all passes.
    public double positions() {
        return (double) newTokens * passes;
    }

    public double tokens() {
        return batch * positions();
    }

    /// More than one new position a pass: keys and values are there as activations.
    public boolean isPrefill() {
        return newTokens != 1;
    }

    /// Pairs of query and key of one sequence, where every query sees itself and all before it, at
    /// most `window` positions.
    public double causalScores(long window) {
        double first = cachedTokens + 1.0;
        double last = cachedTokens + positions();
        if (last <= window) {
            return sum(first, last);
        }
        if (first > window) {
            return positions() * window;
        }
        return sum(first, (double) window) + (last - window) * window;
    }

    /// Pairs a kernel fills that knows no mask: all positions of the context in every pass.
    public double squareScores(long window) {
        return newTokens * contextsRead(window);
    }

    /// Positions read from the cache of one sequence, over all passes. A pass over many new
    /// positions reads the window behind its first one too.
    public double contextsRead(long window) {
        double first = cachedTokens + (double) newTokens;
        double last = cachedTokens + positions();
        double reach = window + (double) newTokens - 1;
        if (last <= reach) {
            return passes * (first + last) / 2;
        }
        double within = Math.max(0, Math.floor((reach - cachedTokens) / newTokens));
        double lastWithin = cachedTokens + within * newTokens;
        return within * (first + lastWithin) / 2 + (passes - within) * reach;
    }

    private static double sum(double first, double last) {
        return (last - first + 1) * (first + last) / 2;
    }
}
