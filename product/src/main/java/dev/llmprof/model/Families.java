package dev.llmprof.model;

import static dev.llmprof.model.Family.Place.MLP;
import static dev.llmprof.model.Family.Place.OUT;
import static dev.llmprof.model.Family.Place.QKV;

import dev.llmprof.model.Family.Positions;
import dev.llmprof.model.Family.Windows;
import dev.llmprof.model.Mixer.Grouped.HeadNorm;
import dev.llmprof.model.Operator.Norm.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The decoder families we know by `model_type`.
final class Families {
    private static final Map<String, String> ALIASES =
            Map.ofEntries(
                    Map.entry("phi-msft", "phi"),
                    Map.entry("code_llama", "llama"),
                    Map.entry("Yi", "llama"),
                    Map.entry("aquila", "llama"),
                    Map.entry("deepseek", "deepseek_moe"),
                    Map.entry("deepseek_vl_v2", "deepseek_v2"),
                    Map.entry("unlimited-ocr", "deepseek_v2"),
                    Map.entry("kimi_k2", "deepseek_v3"),
                    Map.entry("flex_olmo", "olmoe"),
                    Map.entry("deepseek_v32", "deepseek_v3"),
                    Map.entry("glm4_moe_lite", "deepseek_v3"),
                    Map.entry("RefinedWeb", "falcon"),
                    Map.entry("RefinedWebModel", "falcon"),
                    Map.entry("gemma3", "gemma3_text"),
                    Map.entry("llama4", "llama4_text"),
                    Map.entry("qwen2_vl", "qwen2"),
                    Map.entry("qwen2_vl_text", "qwen2"),
                    Map.entry("qwen2_5_vl", "qwen2"),
                    Map.entry("qwen2_5_vl_text", "qwen2"),
                    Map.entry("qwen3_vl_text", "qwen3"),
                    Map.entry("qwen3_vl_moe_text", "qwen3_moe"),
                    Map.entry("baichuan2", "baichuan"));

    private static final Map<String, Family> KNOWN =
            families().stream().collect(Collectors.toMap(Family::name, Function.identity()));

    private Families() {}

    static Optional<Family> of(String modelType) {
        String name = ALIASES.getOrDefault(modelType, modelType);
        return Optional.ofNullable(KNOWN.get(name));
    }

    /// For a model nobody named: as Llama, with every bias key that is in use somewhere.
    static Family assumed() {
        return llama("assumed")
                .windows(Windows.ALL)
                .bias("qkv_bias", false, QKV)
                .bias("use_qkv_bias", false, QKV)
                .bias("add_qkv_bias", false, QKV)
                .bias("attention_out_bias", false, OUT)
                .bias("use_bias", false, QKV, OUT, MLP)
                .headNorm(HeadNorm.HEAD, "use_qk_norm", false);
    }

    private static Family llama(String name) {
        return Family.like(name)
                .bias("attention_bias", false, QKV, OUT)
                .bias("mlp_bias", false, MLP);
    }

    private static List<Family> families() {
        return Stream.of(llamaLike(), gemmaToGpt(), starcoderToCohere(), others())
                .flatMap(List::stream)
                .toList();
    }

    /// Decoders that differ from Llama in a switch or two.
    private static List<Family> llamaLike() {
        return List.of(
                llama("llama"),
                Family.like("mistral").windows(Windows.ALL),
                Family.like("ministral").windows(Windows.ALL),
                Family.like("ministral3").windows(Windows.ALL),
                Family.like("mixtral").windows(Windows.ALL),
                Family.like("qwen2").always(QKV).windows(Windows.ON_REQUEST),
                Family.like("mimo").bias("attention_bias", true, QKV),
                Family.like("qwen2_moe").bias("qkv_bias", true, QKV).windows(Windows.ON_REQUEST),
                qwen3("qwen3"),
                qwen3("qwen3_moe"),
                Family.like("qwen").always(QKV),
                llama("deepseek_moe"),
                llama("deepseek_v2"),
                llama("deepseek_v3"),
                llama("dots1").headNorm(HeadNorm.HEAD),
                Family.like("glm").bias("attention_bias", true, QKV),
                Family.like("glm4").bias("attention_bias", true, QKV).norms(Kind.RMS, 4),
                Family.like("glm4_moe")
                        .bias("attention_bias", true, QKV)
                        .headNorm(HeadNorm.HEAD, "use_qk_norm", false),
                Family.like("chatglm")
                        .bias("add_qkv_bias", false, QKV)
                        .bias("add_bias_linear", false, QKV, OUT, MLP));
    }

    /// Gemma, Phi, Falcon, MPT and the GPT line.
    private static List<Family> gemmaToGpt() {
        return List.of(
                llama("gemma").tied(),
                llama("gemma2").tied().norms(Kind.RMS, 4).windows(Windows.BUT_EVERY_SECOND),
                llama("gemma3_text")
                        .tied()
                        .norms(Kind.RMS, 4)
                        .headNorm(HeadNorm.HEAD)
                        .windows(Windows.BUT_EVERY_SIXTH),
                Family.like("phi")
                        .norms(Kind.LAYER, 1)
                        .plain()
                        .always(QKV, OUT, MLP)
                        .headBiased()
                        .headNorm(HeadNorm.HEAD_WITH_BIAS, "qk_layernorm", false),
                Family.like("phi3").windows(Windows.ALL),
                Family.like("phimoe")
                        .norms(Kind.LAYER, 2)
                        .bias("attention_bias", false, QKV, OUT)
                        .windows(Windows.ALL),
                Family.like("falcon")
                        .norms(Kind.LAYER, 2)
                        .plain()
                        .tied()
                        .bias("bias", false, QKV, OUT, MLP),
                Family.like("mpt")
                        .norms(Kind.LAYER_WITHOUT_BIAS, 2)
                        .plain()
                        .tied()
                        .positions(Positions.NONE),
                gpt2("gpt2"),
                gpt2("gpt_bigcode"),
                gpt2("gpt-sw3"),
                Family.like("gptj").norms(Kind.LAYER, 1).plain().always(MLP).headBiased(),
                Family.like("codegen").norms(Kind.LAYER, 1).plain().always(MLP).headBiased(),
                Family.like("gpt_neo")
                        .norms(Kind.LAYER, 2)
                        .plain()
                        .tied()
                        .always(OUT, MLP)
                        .positions(Positions.LEARNED),
                Family.like("gpt_neox")
                        .norms(Kind.LAYER, 2)
                        .plain()
                        .bias("attention_bias", true, QKV, OUT)
                        .always(MLP));
    }

    /// StarCoder, BLOOM, OPT, InternLM, OLMo, Granite, Cohere.
    private static List<Family> starcoderToCohere() {
        return List.of(
                Family.like("starcoder2")
                        .norms(Kind.LAYER, 2)
                        .plain()
                        .tied()
                        .bias("use_bias", true, QKV, OUT, MLP)
                        .windows(Windows.ALL),
                Family.like("bloom")
                        .norms(Kind.LAYER, 2)
                        .plain()
                        .tied()
                        .always(QKV, OUT, MLP)
                        .positions(Positions.NONE),
                Family.like("opt")
                        .norms(Kind.LAYER, 2)
                        .plain()
                        .tied()
                        .bias("enable_bias", true, QKV, OUT, MLP)
                        .positions(Positions.LEARNED_WITH_TWO_MORE),
                Family.like("baichuan"),
                Family.like("internlm").bias("bias", true, QKV, OUT),
                Family.like("internlm2").bias("bias", false, QKV, OUT),
                Family.like("internlm3").bias("qkv_bias", false, QKV).bias("bias", false, OUT, MLP),
                llama("olmo").norms(Kind.LAYER_WITHOUT_WEIGHT, 2),
                llama("olmo2").headNorm(HeadNorm.ALL),
                llama("olmo3").headNorm(HeadNorm.ALL).windows(Windows.BUT_EVERY_FOURTH),
                llama("olmoe").headNorm(HeadNorm.ALL),
                llama("granite"),
                llama("granitemoe"),
                llama("granitemoeshared"),
                llama("cohere")
                        .norms(Kind.LAYER_WITHOUT_BIAS, 1)
                        .tied()
                        .headNorm(HeadNorm.ALL, "use_qk_norm", false),
                llama("cohere2")
                        .norms(Kind.LAYER_WITHOUT_BIAS, 1)
                        .tied()
                        .windows(Windows.BUT_EVERY_FOURTH));
    }

    /// What came later, or alone.
    private static List<Family> others() {
        return List.of(
                Family.like("dbrx").norms(Kind.LAYER_WITHOUT_BIAS, 2),
                Family.like("jamba"),
                Family.like("stablelm")
                        .norms(Kind.LAYER, 2)
                        .bias("use_qkv_bias", false, QKV)
                        .headNorm(HeadNorm.ALL, "qk_layernorm", false),
                Family.like("stablelm_epoch").norms(Kind.LAYER, 2),
                Family.like("gpt_oss")
                        .bias("attention_bias", true, QKV, OUT)
                        .windows(Windows.BUT_EVERY_SECOND),
                Family.like("minimax_m2").headNorm(HeadNorm.ALL, "use_qk_norm", true),
                llama("llama4_text").headNorm(HeadNorm.HEAD_WITHOUT_WEIGHT, "use_qk_norm", true),
                llama("smollm3").tied().windows(Windows.ON_REQUEST),
                Family.like("exaone4").headNorm(HeadNorm.HEAD).windows(Windows.BUT_EVERY_FOURTH),
                Family.like("ernie4_5").tied().bias("use_bias", false, QKV, OUT, MLP),
                Family.like("ernie4_5_moe").tied().bias("use_bias", false, QKV, OUT, MLP),
                llama("hunyuan_v1_dense").headNorm(HeadNorm.HEAD, "use_qk_norm", true),
                llama("hunyuan_v1_moe").headNorm(HeadNorm.HEAD, "use_qk_norm", true),
                Family.like("seed_oss")
                        .bias("attention_bias", true, QKV)
                        .bias("attention_out_bias", false, OUT)
                        .bias("mlp_bias", false, MLP),
                llama("arcee").plain(),
                llama("nemotron").plain().norms(Kind.LAYER, 2),
                llama("helium"),
                Family.like("persimmon")
                        .norms(Kind.LAYER, 2)
                        .plain()
                        .always(QKV, OUT, MLP)
                        .headNorm(HeadNorm.HEAD_WITH_BIAS, "qk_layernorm", true),
                llama("apertus").plain().headNorm(HeadNorm.HEAD),
                Family.like("nanochat")
                        .norms(Kind.RMS_WITHOUT_WEIGHT, 2)
                        .plain()
                        .bias("attention_bias", false, QKV, OUT)
                        .headNorm(HeadNorm.HEAD_WITHOUT_WEIGHT),
                Family.like("xglm")
                        .norms(Kind.LAYER, 2)
                        .plain()
                        .tied()
                        .always(QKV, OUT, MLP)
                        .positions(Positions.NONE),
                Family.like("biogpt")
                        .norms(Kind.LAYER, 2)
                        .plain()
                        .tied()
                        .always(QKV, OUT, MLP)
                        .positions(Positions.LEARNED_WITH_TWO_MORE),
                Family.like("orion").norms(Kind.LAYER, 2),
                Family.like("xverse"),
                llama("minicpm").tied(),
                llama("minicpm3").tied(),
                llama("youtu").tied());
    }

    private static Family qwen3(String name) {
        return Family.like(name)
                .bias("attention_bias", false, QKV, OUT)
                .headNorm(HeadNorm.HEAD)
                .windows(Windows.ON_REQUEST);
    }

    private static Family gpt2(String name) {
        return Family.like(name)
                .norms(Kind.LAYER, 2)
                .plain()
                .tied()
                .always(QKV, OUT, MLP)
                .positions(Positions.LEARNED);
    }
}
