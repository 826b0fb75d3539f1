package dev.llmprof.model.shape;

import java.util.List;

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

    /// Those of them that a convolution keeps, which are as wide as the cache.
    default long kernelElements() {
        return 0;
    }

    /// Positions that are kept at most.
    default long window() {
        return UNLIMITED;
    }

    /// Multi-head, grouped-query or multi-query attention. `sinks` is one number a head, or none;
    /// `gate` the width of a gate on what the heads give, or zero, with a bias if queries have one.
    record Grouped(
            long heads,
            long keyValueHeads,
            long headWidth,
            long valueWidth,
            long window,
            boolean inputBias,
            boolean outputBias,
            HeadNorm headNorm,
            boolean sinks,
            long gate,
            boolean gateBias,
            KeyValues keyValues)
            implements Mixer {

        public Grouped(
                long heads,
                long keyValueHeads,
                long headWidth,
                long window,
                boolean inputBias,
                boolean outputBias,
                HeadNorm headNorm,
                boolean sinks) {
            this(
                    heads,
                    keyValueHeads,
                    headWidth,
                    headWidth,
                    window,
                    inputBias,
                    outputBias,
                    headNorm,
                    sinks,
                    0,
                    false,
                    KeyValues.OWN);
        }

        /// Norms on queries and keys: one weight for all heads, or one for every element.
        public enum HeadNorm {
            NONE,
            HEAD,
            ALL,
            HEAD_WITHOUT_WEIGHT,
            HEAD_WITH_BIAS
        }

        /// Where a layer's keys and values come from: its own projections, one projection for both,
        /// or an earlier layer's cache.
        public enum KeyValues {
            OWN,
            SAME,
            BORROWED
        }

        @Override
        public long cachedPerToken() {
            return keyValues == KeyValues.BORROWED ? 0 : keyValueHeads * (headWidth + valueWidth);
        }
    }

    /// Multi-head latent attention: keys and values are kept as one latent and a rotary key. An
    /// indexer, if `indexHeads` is above zero, keeps a key of its own and lets every query see the
    /// `indexed` best positions only.
    record Latent(
            long heads,
            long queryRank,
            long latent,
            long plainWidth,
            long rotaryWidth,
            long valueWidth,
            boolean bias,
            long indexHeads,
            long indexWidth,
            long indexed)
            implements Mixer {

        public Latent(
                long heads,
                long queryRank,
                long latent,
                long plainWidth,
                long rotaryWidth,
                long valueWidth,
                boolean bias) {
            this(
                    heads,
                    queryRank,
                    latent,
                    plainWidth,
                    rotaryWidth,
                    valueWidth,
                    bias,
                    0,
                    0,
                    UNLIMITED);
        }

        @Override
        public long cachedPerToken() {
            return latentPerToken() + (indexHeads > 0 ? indexWidth : 0);
        }

        public long latentPerToken() {
            return latent + rotaryWidth;
        }

        public long scoreWidth() {
            return plainWidth + rotaryWidth;
        }
    }

    /// A layer that carries a state along instead of keeping positions: state spaces, linear
    /// attention, short convolutions; or, with no state, matrices and norms beside attention.
    ///
    /// `own` are parameters that are neither a matrix, a norm nor a kernel; `updateFlops` what a
    /// position costs beside those.
    record Recurrent(
            String name,
            List<Projection> projections,
            List<Width> norms,
            Kernel kernel,
            long own,
            long stateElements,
            long updateFlops)
            implements Mixer {

        public Recurrent {
            projections = List.copyOf(projections);
            norms = List.copyOf(norms);
        }

        @Override
        public long kernelElements() {
            return Math.min(stateElements, kernel.channels() * kernel.length());
        }

        /// A matrix, split by its outputs or its inputs between GPUs.
        public record Projection(
                String name, long in, long out, boolean bias, Operator.Linear.Split split) {}

        /// A norm over `width` elements, `rows` times for each position.
        public record Width(String name, long width, double rows, Operator.Norm.Kind kind) {}

        /// A convolution over `channels`, each by itself; of length zero there is none.
        public record Kernel(long channels, long length, boolean bias) {
            public static final Kernel NONE = new Kernel(0, 0, false);
        }

        @Override
        public long cachedPerToken() {
            return 0;
        }
    }

    /// A layer that asks the positions of pictures and not those of the prompt, with its own
    /// feed-forward; where nothing is `seen` it does not run. Keys and values are made once, for
    /// all that follows.
    record Cross(long heads, long keyValueHeads, long headWidth, long inner, long seen)
            implements Mixer {
        public Cross seeing(long positions) {
            return new Cross(heads, keyValueHeads, headWidth, inner, positions);
        }

        public long keyValuesPerToken() {
            return 2 * keyValueHeads * headWidth;
        }

        @Override
        public long cachedPerToken() {
            return 0;
        }

        @Override
        public long stateElements() {
            return seen * keyValuesPerToken();
        }

        @Override
        public long kernelElements() {
            return stateElements();
        }
    }

    /// Several beside each other in one layer.
    record Joined(List<Mixer> parts) implements Mixer {
        public Joined {
            parts = List.copyOf(parts);
        }

        @Override
        public long cachedPerToken() {
            return parts.stream().mapToLong(Mixer::cachedPerToken).sum();
        }

        @Override
        public long stateElements() {
            return parts.stream().mapToLong(Mixer::stateElements).sum();
        }

        @Override
        public long kernelElements() {
            return parts.stream().mapToLong(Mixer::kernelElements).sum();
        }

        @Override
        public long window() {
            return parts.stream().mapToLong(Mixer::window).min().orElse(UNLIMITED);
        }
    }

    /// A layer that is only a feed-forward.
    record None() implements Mixer {
        @Override
        public long cachedPerToken() {
            return 0;
        }
    }
}
