package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.GgufPrecision;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Precision;
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

    static Precision read(ModelConfig config, ModelConfig text) {
        Optional<ModelConfig> gguf = config.inner(GgufPrecision.KEY);
        if (gguf.isPresent()) {
            return GgufPrecision.of(gguf.get());
        }
        Precision plain = dtype(config, text).map(PrecisionReader::plain).orElse(Precision.BF16);
        Optional<ModelConfig> quantisation = quantisation(config, text);
        return quantisation.flatMap(inner -> quantised(plain, inner)).orElse(plain);
    }

    /// What to tell where weights are quantised in a way nobody here knows.
    static Optional<String> unknown(ModelConfig config, ModelConfig text) {
        return quantisation(config, text)
                .filter(inner -> quantised(Precision.BF16, inner).isEmpty())
                .map(inner ->
                        "weights quantised by '%s' are counted as if they were not; --weights says in what"
                                .formatted(inner.text("quant_method").orElse("an unknown method")));
    }

    private static Optional<ModelConfig> quantisation(ModelConfig config, ModelConfig text) {
        return config.inner("quantization_config")
                .or(() -> text.inner("quantization_config"))
                .or(() -> config.inner("compression_config"));
    }

    /// Half-width weights are what a model stored as float32 is run in, too.
    private static Precision plain(String dtype) {
        return Precision.of(
                dtype.contains("float16") && !dtype.contains("b") ? Format.FP16 : Format.BF16);
    }

    private static Optional<Precision> quantised(Precision plain, ModelConfig quantisation) {
        return switch (quantisation.text("quant_method").orElse("")) {
            case "mxfp4" -> Optional.of(experts(plain, Format.MXFP4));
            case "fp8", "fbgemm_fp8" ->
                    Optional.of(
                            plain.withWeights(
                                    quantisation.list("weight_block_size").isEmpty()
                                            ? Format.FP8
                                            : Format.FP8_BLOCK));
            case "awq", "gptq" -> Optional.of(plain.withWeights(integers(quantisation)));
            case "bitsandbytes" ->
                    Optional.of(
                            plain.withWeights(
                                    quantisation.flag("load_in_4bit", false)
                                            ? Format.INT4_G64
                                            : Format.INT8));
            case "compressed-tensors" -> compressed(quantisation).map(plain::withWeights);
            case "modelopt" -> optimised(quantisation).map(plain::withWeights);
            default -> Optional.empty();
        };
    }

    private static Precision experts(Precision plain, Format format) {
        return new Precision(
                plain.linear(), format, plain.other(), plain.activation(), plain.cache());
    }

    /// The first group of layers speaks for all.
    private static Optional<Format> compressed(ModelConfig quantisation) {
        Optional<ModelConfig> weights =
                quantisation
                        .inner("config_groups")
                        .flatMap(groups -> groups.inner("group_0"))
                        .flatMap(group -> group.inner("weights"));
        if (weights.isEmpty()) {
            return Optional.empty();
        }
        ModelConfig found = weights.get();
        boolean floats = found.text("type").filter("float"::equals).isPresent();
        long bits = found.whole(0, "num_bits");
        if (bits == 8) {
            boolean blocks = found.text("strategy").filter("block"::equals).isPresent();
            return Optional.of(floats ? (blocks ? Format.FP8_BLOCK : Format.FP8) : Format.INT8);
        }
        if (bits != 4) {
            return Optional.empty();
        }
        return Optional.of(
                floats
                        ? (found.whole(16, "group_size") == 32 ? Format.MXFP4 : Format.NVFP4)
                        : integers(found));
    }

    private static Optional<Format> optimised(ModelConfig quantisation) {
        String algorithm =
                quantisation
                        .text("quant_algo")
                        .or(() ->
                                quantisation
                                        .inner("quantization")
                                        .flatMap(q -> q.text("quant_algo")))
                        .orElse("");
        return switch (algorithm) {
            case "FP8" -> Optional.of(Format.FP8);
            case "NVFP4", "W4A16_NVFP4" -> Optional.of(Format.NVFP4);
            case "W4A16_AWQ", "W4A8_AWQ" -> Optional.of(Format.INT4_G128);
            default -> Optional.empty();
        };
    }

    private static Format integers(ModelConfig quantisation) {
        if (quantisation.whole(4, "bits", "w_bit", "num_bits") == 8) {
            return Format.INT8;
        }
        return switch ((int) quantisation.whole(128, "group_size", "q_group_size")) {
            case 32 -> Format.INT4_G32;
            case 64 -> Format.INT4_G64;
            default -> Format.INT4_G128;
        };
    }
}
