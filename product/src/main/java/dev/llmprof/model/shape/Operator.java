package dev.llmprof.model.shape;

/// One kind of work with its shape, done in `repeat` layers. Token counts are sums over all passes
/// of a phase; weights are read once a pass.
public sealed interface Operator {

    /// As Hugging Face calls it inside its layer: `q_proj`, `down_proj`, `lm_head`.
    String name();

    int repeat();

    /// Parameters of all repeats together.
    long parameters();

    /// Matrix product with weights. `groups` is above one where every head has its own matrix.
    record Linear(
            String name,
            int repeat,
            double tokens,
            long groups,
            long in,
            long out,
            boolean bias,
            Split split)
            implements Operator {
        /// What tensor parallelism gives each GPU: some outputs, some inputs, or the whole matrix.
        public enum Split {
            OUT,
            IN,
            WHOLE
        }

        public Linear(
                String name,
                int repeat,
                double tokens,
                long in,
                long out,
                boolean bias,
                Split split) {
            this(name, repeat, tokens, 1, in, out, bias, split);
        }

        public long matrix() {
            return product(groups, in, out);
        }

        @Override
        public long parameters() {
            return product(repeat, Math.addExact(matrix(), bias ? product(groups, out) : 0));
        }
    }

    /// Scores, softmax and weighted sum; no weights. For one sequence: `queries` new positions,
    /// `scores` pairs counted, `squareScores` pairs a kernel without a mask would fill, `keys`
    /// positions read from the cache, summed over passes.
    record Attention(
            String name,
            int repeat,
            double batch,
            double queries,
            double scores,
            double squareScores,
            double keys,
            Heads heads,
            Cache cache)
            implements Operator {
        /// How many, how wide, and how many have keys and values of their own: zero where one
        /// latent serves all.
        public record Heads(long count, long scoreWidth, long valueWidth, long keyValues) {
            public long widths() {
                return scoreWidth + valueWidth;
            }
        }

        /// Elements kept for a position: keys and values of all KV heads, or one latent. `keeps` is
        /// false where another layer wrote them.
        public record Cache(long perToken, boolean keeps) {
            /// An encoder's keys and values are activations.
            public static final Cache NONE = new Cache(0, false);
        }

        @Override
        public long parameters() {
            return 0;
        }

        public Attention named(String other) {
            return new Attention(
                    other, repeat, batch, queries, scores, squareScores, keys, heads, cache);
        }

        /// Only a decoder's keys and values are cached.
        public boolean cached() {
            return cache.perToken() > 0;
        }
    }

    /// Routed experts of a mixture: every token runs `active` of `experts`.
    record Experts(
            String name,
            int repeat,
            double tokens,
            int experts,
            int active,
            long width,
            long inner,
            boolean gated,
            boolean bias)
            implements Operator {
        public long matrices() {
            return product(gated ? 3 : 2, width, inner);
        }

        public long biases() {
            return bias ? product(gated ? 2 : 1, inner) + width : 0;
        }

        public long expertParameters() {
            return Math.addExact(matrices(), biases());
        }

        @Override
        public long parameters() {
            return product(repeat, experts, expertParameters());
        }
    }

    record Norm(String name, int repeat, double rows, long width, Kind kind) implements Operator {
        public enum Kind {
            RMS(1, 4),
            LAYER(2, 7),
            LAYER_WITHOUT_BIAS(1, 7),
            /// Over the channels of a picture, written out by hand, so that no counter sees a norm.
            CHANNEL(2, 7),
            LAYER_WITHOUT_WEIGHT(0, 5),
            RMS_WITHOUT_WEIGHT(0, 3);

            private final int vectors;
            private final int flopsPerElement;

            Kind(int vectors, int flopsPerElement) {
                this.vectors = vectors;
                this.flopsPerElement = flopsPerElement;
            }

            public int flopsPerElement() {
                return flopsPerElement;
            }

            public boolean layer() {
                return this != RMS && this != RMS_WITHOUT_WEIGHT && this != CHANNEL;
            }
        }

        @Override
        public long parameters() {
            return product(repeat, kind.vectors, width);
        }
    }

    /// Arithmetic on vector units: activations, gates, residual sums, rotary positions.
    record Elementwise(String name, int repeat, double elements, Arithmetic kind)
            implements Operator {
        public enum Arithmetic {
            GATED_ACTIVATION(5, 2, 1),
            ACTIVATION(4, 1, 1),
            RESIDUAL(1, 2, 1),
            ROTARY(3, 1, 1),
            SCALE(1, 1, 1);

            private final int flops;
            private final int reads;
            private final int writes;

            Arithmetic(int flops, int reads, int writes) {
                this.flops = flops;
                this.reads = reads;
                this.writes = writes;
            }

            public int flopsPerElement() {
                return flops;
            }

            public int touchesPerElement() {
                return reads + writes;
            }

            public boolean activation() {
                return this == GATED_ACTIVATION || this == ACTIVATION;
            }

            /// Works on what tensor parallelism splits: inner widths and heads, not the stream.
            public boolean split() {
                return activation() || this == ROTARY;
            }
        }

        @Override
        public long parameters() {
            return 0;
        }
    }

    /// Rows of a table, looked up.
    record Embedding(String name, int repeat, double tokens, long rows, long width)
            implements Operator {
        @Override
        public long parameters() {
            return product(repeat, rows, width);
        }
    }

    record Convolution(
            String name,
            int repeat,
            double outputs,
            double inputs,
            long inChannels,
            long outChannels,
            long kernel,
            long groups,
            boolean bias)
            implements Operator {
        /// Every channel by itself, so that GPUs can share them.
        public boolean byChannel() {
            return groups > 1 && groups == inChannels;
        }

        /// Weights of one convolution without bias; `kernel` is height times width.
        public long matrix() {
            return product(inChannels / groups, outChannels, kernel);
        }

        @Override
        public long parameters() {
            return product(repeat, Math.addExact(matrix(), bias ? outChannels : 0));
        }
    }

    /// Decomposed relative positions of a picture's attention: queries times two tables. `pairs`
    /// sums over queries the rows of a table each one meets.
    record RelativePositions(
            String name, int repeat, double pairs, long heads, long headWidth, long rows)
            implements Operator {
        @Override
        public long parameters() {
            return product(repeat, 2, rows, headWidth);
        }
    }

    /// One step of a state for every token: the selective scan of a state space, or the update and
    /// reading of linear attention. It takes and gives `movedPerToken` elements for each;
    /// `ownParameters` are its small ones.
    record Scan(
            String name,
            int repeat,
            double tokens,
            long flopsPerToken,
            long movedPerToken,
            long ownParameters,
            long stateElements,
            long kernelElements)
            implements Operator {
        @Override
        public long parameters() {
            return product(repeat, ownParameters);
        }
    }

    /// Angles of rotary positions: positions times inverse frequencies.
    record RotaryAngles(String name, int repeat, double tokens, long frequencies)
            implements Operator {
        @Override
        public long parameters() {
            return 0;
        }
    }

    /// Parameters that are stored and added or never run: position tables, class tokens, sinks.
    record Stored(String name, int repeat, long size) implements Operator {
        @Override
        public long parameters() {
            return product(repeat, size);
        }
    }

    private static long product(long... factors) {
        long product = 1;
        for (long factor : factors) {
            product = Math.multiplyExact(product, factor);
        }
        return product;
    }
}
