package dev.llmprof.model;

/// What lets positions see each other in a layer.
public sealed interface Mixer {
    /// A window wider than any context.
    long UNLIMITED = 1L << 40;

    /// Elements kept for each position.
    long cachedPerToken();

    /// Elements kept for a whole sequence, whatever its length.
    default long stateElements() {
        return 0;
    }

    /// Positions that are kept at most.
    default long window() {
        return UNLIMITED;
    }

    /// Multi-head, grouped-query or multi-query attention. `sinks` is one number a head, or none.
    record Grouped(
            long heads,
            long keyValueHeads,
            long headWidth,
            long window,
            boolean inputBias,
            boolean outputBias,
            HeadNorm headNorm,
            boolean sinks)
            implements Mixer {

        /// Norms on queries and keys: one weight for all heads, or one for every element.
        public enum HeadNorm {
            NONE,
            HEAD,
            ALL,
            HEAD_WITHOUT_WEIGHT,
            HEAD_WITH_BIAS
        }

        @Override
        public long cachedPerToken() {
            return 2 * keyValueHeads * headWidth;
        }
    }

    /// Multi-head latent attention: keys and values are kept as one latent and a rotary key.
    record Latent(
            long heads,
            long queryRank,
            long latent,
            long plainWidth,
            long rotaryWidth,
            long valueWidth,
            boolean bias)
            implements Mixer {

        @Override
        public long cachedPerToken() {
            return latent + rotaryWidth;
        }

        public long scoreWidth() {
            return plainWidth + rotaryWidth;
        }
    }

    /// A Mamba layer as Jamba has it, with norms on the time step and both state inputs.
    record StateSpace(
            long inner,
            long state,
            long kernel,
            long stepRank,
            boolean kernelBias,
            boolean projectionBias)
            implements Mixer {

        @Override
        public long cachedPerToken() {
            return 0;
        }

        @Override
        public long stateElements() {
            return inner * (state + kernel);
        }
    }
}
