package dev.llmprof.model.cost;

import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.FeedForward;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Experts;
import dev.llmprof.model.shape.Operator.Linear;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Repeated;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.shape.Work;

/// What one GPU must hold. Long prompts are taken to be prefilled in chunks, as servers do, so the
/// activations stop growing at [#CHUNK_TOKENS] positions.
public record Memory(double weightBytes, double cacheBytes, double activationBytes) {
    public static final int CHUNK_TOKENS = 8192;

    public double bytes() {
        return weightBytes + cacheBytes + activationBytes;
    }

    /// For `batch` sequences that have grown to `context` positions.
    public static Memory of(Model model, int batch, long context, Counting counting) {
        return withWeights(weights(model, counting), model, batch, context, counting);
    }

    /// The same where the weights have been summed before.
    public static Memory withWeights(
            double weights, Model model, int batch, long context, Counting counting) {
        return new Memory(
                weights,
                cache(model, batch, (double) context, counting),
                activations(model.decoder(), batch, context, counting));
    }

    /// Weights of the fullest GPU.
    public static double weights(Model model, Counting counting) {
        Parallel parallel = counting.parallel();
        Precision precision = counting.precision();
        double sum = 0;
        Decoder decoder = model.decoder();
        for (Operator operator :
                DecoderOperators.of(decoder, Work.prefill(1, 2), Convention.EXACT)) {
            boolean shared = decoder.tied() && operator.name().equals("lm_head");
            sum += shared ? 0 : StoredBytes.of(operator, precision) * share(operator, parallel);
        }
        if (model.vision().isPresent()) {
            Vision vision = model.vision().get();
            for (String stage : vision.stages()) {
                for (Operator operator : vision.operators(stage, Images.NONE, 1)) {
                    sum += StoredBytes.of(operator, precision.ofEyes());
                }
            }
        }
        for (Operator operator : model.ears()) {
            sum += StoredBytes.of(operator, precision.ofEyes());
        }
        return sum * stored(model, precision) / parallel.pipeline();
    }

    /// How much more or less the weights take than their description says, where they are run as
    /// they are stored.
    private static double stored(Model model, Precision precision) {
        return model.checkpoint()
                .filter(stored -> !stored.wide() && precision.equals(model.precision()))
                .map(stored ->
                        stored.runBytes() / Parameters.counted(model, precision).weightBytes())
                .orElse(1.0);
    }

    public static double cache(Model model, double batch, double context, Counting counting) {
        Parallel parallel = counting.parallel();
        Precision precision = counting.precision();
        double bytes = 0;
        for (Repeated<Mixer> mixer : model.decoder().mixers()) {
            Mixer value = mixer.value();
            double wide = (double) (value.stateElements() - value.kernelElements());
            double elements = kept(value, context, parallel);
            bytes +=
                    mixer.count()
                            * (precision.cache().bytes(elements)
                                    + precision.state().bytes(wide / parallel.tensor()));
        }
        return batch * bytes / parallel.pipeline();
    }

    /// Elements of one sequence that one GPU keeps, as wide as the cache.
    private static double kept(Mixer mixer, double context, Parallel parallel) {
        if (mixer instanceof Mixer.Joined joined) {
            return joined.parts().stream().mapToDouble(part -> kept(part, context, parallel)).sum();
        }
        double positions = Math.min(context, (double) mixer.window());
        return positions * mixer.cachedPerToken() * cacheShare(mixer, parallel)
                + (double) mixer.kernelElements() / parallel.tensor();
    }

    private static double cacheShare(Mixer mixer, Parallel parallel) {
        return mixer instanceof Mixer.Grouped grouped
                ? Math.max(1.0 / parallel.tensor(), 1.0 / grouped.keyValueHeads())
                : 1;
    }

    private static double share(Operator operator, Parallel parallel) {
        return switch (operator) {
            case Linear linear when linear.split() == Linear.Split.WHOLE -> 1;
            case Linear _, Operator.Embedding _ -> 1.0 / parallel.tensor();
            case Experts _ -> 1.0 / Math.max(parallel.tensor(), parallel.expert());
            case Operator.Scan _ -> 1.0 / parallel.tensor();
            case Operator.Convolution convolution when convolution.byChannel() ->
                    1.0 / parallel.tensor();
            case Operator.Attention _,
                    Operator.Norm _,
                    Operator.Elementwise _,
                    Operator.Convolution _,
                    Operator.RelativePositions _,
                    Operator.RotaryAngles _,
                    Operator.Stored _ ->
                    1;
        };
    }

    /// The widest moment of a layer, the residual stream beside it, and one row of logits each.
    private static double activations(Decoder decoder, int batch, long context, Counting counting) {
        double tokens = Math.min((double) batch * context, CHUNK_TOKENS);
        double tensor = counting.parallel().tensor();
        double widest = 0;
        for (Repeated<FeedForward> feedForward : decoder.feedForwards()) {
            widest = Math.max(widest, 2 * inner(feedForward.value()) / tensor);
        }
        for (Repeated<Mixer> mixer : decoder.mixers()) {
            widest = Math.max(widest, projected(mixer.value()) / tensor);
        }
        double elements = tokens * (2 * decoder.hidden() + widest);
        double logits = (double) batch * decoder.head().rows() / tensor;
        return counting.precision().activation().bytes(Math.max(elements, logits));
    }

    private static double inner(FeedForward feedForward) {
        return switch (feedForward) {
            case FeedForward.Dense dense -> (double) dense.inner();
            case FeedForward.Mixture mixture ->
                    (double) mixture.active() * mixture.inner() + mixture.sharedInner();
            case FeedForward.None() -> 0;
        };
    }

    private static double projected(Mixer mixer) {
        return switch (mixer) {
            case Mixer.Grouped grouped ->
                    (double) (grouped.heads() + 2 * grouped.keyValueHeads()) * grouped.headWidth();
            case Mixer.Latent latent ->
                    (double) latent.heads() * (2 * latent.scoreWidth() + latent.valueWidth());
            case Mixer.Recurrent recurrent ->
                    recurrent.projections().stream()
                            .mapToDouble(each -> (double) each.out())
                            .max()
                            .orElse(0);
            case Mixer.Joined joined ->
                    joined.parts().stream().mapToDouble(Memory::projected).sum();
            case Mixer.Cross cross -> (double) cross.heads() * cross.headWidth();
            case Mixer.None() -> 0;
        };
    }
}
