package dev.llmprof.model;

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
        Optional<ModelConfig> quantisation =
                config.inner("quantization_config").or(() -> text.inner("quantization_config"));
        return quantisation.map(inner -> quantised(plain, inner)).orElse(plain);
    }

    /// Half-width weights are what a model stored as float32 is run in, too.
    private static Precision plain(String dtype) {
        return Precision.of(
                dtype.contains("float16") && !dtype.contains("b") ? Format.FP16 : Format.BF16);
    }

    private static Precision quantised(Precision plain, ModelConfig quantisation) {
        String method = quantisation.text("quant_method").orElse("");
        return switch (method) {
            case "mxfp4" ->
                    new Precision(
                            plain.linear(),
                            Format.MXFP4,
                            plain.other(),
                            plain.activation(),
                            plain.cache());
            case "fp8", "fbgemm_fp8" ->
                    plain.withWeights(
                            quantisation.list("weight_block_size").isEmpty()
                                    ? Format.FP8
                                    : Format.FP8_BLOCK);
            case "awq", "gptq" -> plain.withWeights(integers(quantisation));
            case "bitsandbytes" ->
                    plain.withWeights(
                            quantisation.flag("load_in_4bit", false)
                                    ? Format.INT4_G64
                                    : Format.INT8);
            default -> plain;
        };
    }

    private static Format integers(ModelConfig quantisation) {
        if (quantisation.whole(4, "bits", "w_bit") == 8) {
            return Format.INT8;
        }
        return switch ((int) quantisation.whole(128, "group_size", "q_group_size")) {
            case 32 -> Format.INT4_G32;
            case 64 -> Format.INT4_G64;
            default -> Format.INT4_G128;
        };
    }
}
