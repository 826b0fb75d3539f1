package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.GgufPrecision;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.WeightMix;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// In what a checkpoint is stored, from `torch_dtype` and `quantization_config`.
final class PrecisionReader {
    private PrecisionReader() {}

    static boolean isWide(ModelConfig config, ModelConfig text) {
        return dtype(config, text).filter("float32"::equals).isPresent();
    }

    private static Optional<String> dtype(ModelConfig config, ModelConfig text) {
        return config.text("torch_dtype")
                .or(() -> config.text("dtype"))
                .or(() -> text.text("torch_dtype"));
    }

    /// `layers` are asked one by one where not all of them are quantised alike.
    static Precision read(ModelConfig config, ModelConfig text, DecoderLayers layers) {
        Optional<ModelConfig> gguf = config.inner(GgufPrecision.KEY);
        if (gguf.isPresent()) {
            return GgufPrecision.of(gguf.get());
        }
        Precision plain = dtype(config, text).map(PrecisionReader::plain).orElse(Precision.BF16);
        Precision stated = plain.withState(state(text, plain.cache()));
        return quantisation(config, text)
                .flatMap(inner -> quantised(stated, inner, layers))
                .orElse(stated);
    }

    /// What to tell where weights are quantised in a way nobody here knows.
    static Optional<String> unknown(ModelConfig config, ModelConfig text) {
        return quantisation(config, text)
                .filter(inner -> QuantisedFormats.of(inner).isEmpty() && !isExperts(inner))
                .map(inner ->
                        "weights quantised by '%s' are counted as if they were not; --weights says in what"
                                .formatted(inner.text("quant_method").orElse("an unknown method")));
    }

    private static Optional<ModelConfig> quantisation(ModelConfig config, ModelConfig text) {
        return config.inner("quantization_config")
                .or(() -> text.inner("quantization_config"))
                .or(() -> config.inner("compression_config"));
    }

    /// Servers keep states wider than the cache where the config says so.
    private static Format state(ModelConfig text, Format cache) {
        boolean single =
                text.text("mamba_ssm_cache_dtype")
                        .or(() -> text.text("mamba_ssm_dtype"))
                        .filter("float32"::equals)
                        .isPresent();
        return single ? Format.FP32 : cache;
    }

    /// Half-width weights are what a model stored as float32 is run in, too.
    private static Precision plain(String dtype) {
        return Precision.of(
                dtype.contains("float16") && !dtype.contains("b") ? Format.FP16 : Format.BF16);
    }

    private static boolean isExperts(ModelConfig quantisation) {
        return quantisation.text("quant_method").filter("mxfp4"::equals).isPresent();
    }

    private static Optional<Precision> quantised(
            Precision plain, ModelConfig quantisation, DecoderLayers layers) {
        if (isExperts(quantisation)) {
            return Optional.of(plain.withExperts(Format.MXFP4).with(new WeightMix(Map.of(), true)));
        }
        List<QuantisedModules.Group> groups = QuantisedFormats.of(quantisation);
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        QuantisedModules.Group most =
                groups.stream()
                        .filter(group -> group.targets().isEmpty())
                        .findFirst()
                        .orElse(groups.getFirst());
        Precision first = plain.withWeights(most.format());
        WeightMix mix =
                WeightMixes.of(QuantisedModules.of(quantisation, groups), layers, first.other());
        return Optional.of(first.with(mix));
    }
}
