package dev.llmprof.model.cost;

import dev.llmprof.model.family.Families;
import dev.llmprof.model.family.Predictors;
import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Mixer.Grouped;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Work;
import java.util.ArrayList;
import java.util.List;

/// Why a published count may be larger than the parameters: what checkpoints store, or frameworks
/// count, beside them. None of it is part of the model.
public final class CountVariants {
    private CountVariants() {}

    /// One reason and how many numbers it adds.
    public record Variant(String reason, long parameters) {}

    public static List<Variant> of(Model model) {
        Decoder decoder = model.decoder();
        List<Variant> variants = new ArrayList<>();
        if (decoder.tied()) {
            variants.add(
                    new Variant(
                            "the tied head, stored a second time",
                            decoder.vocabulary() * decoder.embeddingWidth()));
        }
        long buffers = frequencies(decoder);
        if (buffers > 0) {
            variants.add(new Variant("buffers of rotary frequencies in every layer", buffers));
        }
        model.stored().forEach(each -> variants.add(new Variant(words(each), each.parameters())));
        boolean silent = model.stored().isEmpty() && Families.isSilentOfPredictor(model.family());
        if (silent) {
            variants.add(new Variant("multi-token prediction", Predictors.parameters(decoder)));
        }
        long scales = scales(model);
        if (scales > 0) {
            variants.add(new Variant("scales of quantised weights", scales));
        }
        return variants;
    }

    private static String words(Operator stored) {
        return stored.name().replace('_', ' ').replace("multi token", "multi-token");
    }

    private static long frequencies(Decoder decoder) {
        return decoder.angles().tables() == 0
                ? 0
                : decoder.mixers().stream()
                        .filter(mixer -> mixer.value() instanceof Grouped)
                        .mapToLong(mixer -> mixer.count() * decoder.angles().frequencies())
                        .sum();
    }

    /// One for each block of 128 by 128 that a matrix touches.
    private static long scales(Model model) {
        if (!model.precision().linear().equals(Format.FP8_BLOCK)) {
            return 0;
        }
        long predicting = 0;
        for (Operator stored : model.stored()) {
            predicting += stored.repeat() * scales(Predictors.layer(model.decoder()), model);
        }
        return scales(model.decoder(), model) + predicting;
    }

    private static long scales(Decoder decoder, Model model) {
        return DecoderOperators.of(decoder, Work.prefill(1, 2), Convention.EXACT).stream()
                .mapToLong(operator -> scales(operator, model.precision()))
                .sum();
    }

    private static long scales(Operator operator, Precision precision) {
        if (operator instanceof Operator.Linear linear) {
            boolean blocked = Costs.format(linear, precision).equals(Format.FP8_BLOCK);
            return blocked ? linear.repeat() * blocks(linear.in(), linear.out()) : 0;
        }
        if (operator instanceof Operator.Experts experts) {
            long matrices = (long) experts.experts() * (experts.gated() ? 3 : 2);
            return experts.repeat() * matrices * blocks(experts.width(), experts.inner());
        }
        return 0;
    }

    private static long blocks(long in, long out) {
        return Math.ceilDiv(in, 128) * Math.ceilDiv(out, 128);
    }
}
