package dev.llmprof.model.shape;

/// What the decoder is asked: `passes` forward passes over new positions of `batch` sequences that
/// hold some already.
public sealed interface Work {

    static Work prefill(int batch, int promptTokens) {
        return new Equal(batch, promptTokens, 0, 1);
    }

    /// `steps` tokens, one a pass, after `context` positions.
    static Work decode(int batch, long context, int steps) {
        return new Equal(batch, 1, context, steps);
    }

    int batch();

    int passes();

    /// New positions of one sequence over all passes.
    double positions();

    double tokens();

    /// More than one new position a pass: keys and values are there as activations.
    boolean isPrefill();

    /// Pairs of query and key of one sequence, where every query sees itself and all before it, at
    /// most `window` positions.
    double causalScores(long window);

    /// Pairs a kernel fills that knows no mask: all positions of the context in every pass.
    double squareScores(long window);

    /// Positions read from the cache of one sequence, over all passes. A pass over many new
    /// positions reads the window behind its first one too.
    double contextsRead(long window);

    /// Sequences that are alike: each pass over `newTokens` positions, `cachedTokens` before the
    /// first pass.
    record Equal(int batch, int newTokens, long cachedTokens, int passes) implements Work {
        public Equal {
            if (batch < 1 || newTokens < 0 || cachedTokens < 0 || passes < 1) {
                throw new IllegalArgumentException(
                        "work of batch %d, new %d, cached %d, passes %d"
                                .formatted(batch, newTokens, cachedTokens, passes));
            }
        }

        @Override
        public double positions() {
            return (double) newTokens * passes;
        }

        @Override
        public double tokens() {
            return batch * positions();
        }

        @Override
        public boolean isPrefill() {
            return newTokens != 1;
        }

        @Override
        public double causalScores(long window) {
            return causal((double) cachedTokens, positions(), window);
        }

        @Override
        public double squareScores(long window) {
            return newTokens * contextsRead(window);
        }

        @Override
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
    }

    /// Sequences of any lengths in one pass, known by their sums: of new positions (queries), of
    /// all positions (keys, the new ones among them), of queries squared and of queries times keys.
    /// Where no window cuts a sequence they say all there is to know; else the average one stands
    /// for all.
    record Sums(int batch, double queries, double keys, double queriesSquared, double queriesByKeys)
            implements Work {
        public Sums {
            if (batch < 1 || queries < 0 || keys < queries || queriesByKeys < queriesSquared) {
                throw new IllegalArgumentException(
                        "sums of %d sequences: %.0f, %.0f, %.0f, %.0f"
                                .formatted(batch, queries, keys, queriesSquared, queriesByKeys));
            }
        }

        @Override
        public int passes() {
            return 1;
        }

        @Override
        public double positions() {
            return queries / batch;
        }

        @Override
        public double tokens() {
            return queries;
        }

        @Override
        public boolean isPrefill() {
            return queries > batch;
        }

        /// A sequence of q queries and k keys has q·k pairs without those above the diagonal of its
        /// own q × q.
        @Override
        public double causalScores(long window) {
            return keys / batch <= window
                    ? (queriesByKeys - (queriesSquared - queries) / 2) / batch
                    : causal((keys - queries) / batch, positions(), window);
        }

        @Override
        public double squareScores(long window) {
            return keys / batch <= window
                    ? queriesByKeys / batch
                    : positions() * contextsRead(window);
        }

        @Override
        public double contextsRead(long window) {
            return Math.min(keys / batch, window + positions() - 1);
        }
    }

    private static double causal(double cached, double positions, long window) {
        double first = cached + 1;
        double last = cached + positions;
        if (last <= window) {
            return sum(first, last);
        }
        if (first > window) {
            return positions * window;
        }
        return sum(first, (double) window) + (last - window) * window;
    }

    private static double sum(double first, double last) {
        return (last - first + 1) * (first + last) / 2;
    }
}
