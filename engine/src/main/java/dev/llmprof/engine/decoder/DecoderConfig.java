package dev.llmprof.engine.decoder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.llmprof.engine.weights.ConfigKeys;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/// What `config.json` says about a decoder. What it leaves out (biases, query and key norms) is
/// read from the tensors that are there.
public record DecoderConfig(
        String type,
        int hidden,
        int layers,
        Heads heads,
        int intermediate,
        Vocabulary vocabulary,
        int positions,
        double normEpsilon,
        RopeConfig rope,
        List<OptionalLong> windows,
        Optional<Experts> experts) {

    private static final String EOS = "eos_token_id";
    private static final Set<String> TYPES =
            Set.of(
                    "llama",
                    "qwen2",
                    "qwen3",
                    "mistral",
                    "mixtral",
                    "deepseek_vl_v2",
                    "deepseek_ocr");

    /// How many, how many of them have keys and values of their own, and the width of each.
    record Heads(int count, int keyValues, int size) {
        private static Heads of(ConfigKeys keys, TypeDefaults defaults, int hidden) {
            int count = keys.positive("num_attention_heads");
            return new Heads(
                    count,
                    defaults.keyValueHeads(keys, count),
                    defaults.headSize(keys, hidden / count));
        }

        /// The width of all queries.
        long width() {
            return (long) count * size;
        }
    }

    /// Rows of the embedding, whether the head shares them, and the tokens that begin and end a
    /// text.
    public record Vocabulary(
            int size, boolean tied, OptionalLong beginOfText, List<Long> endOfText) {
        public Vocabulary {
            endOfText = List.copyOf(endOfText);
        }
    }

    /// The sparse layers: how many experts there are and how a token's share of each is found.
    record Experts(
            int count, int chosen, int firstSparseLayer, boolean renormalised, double scaling) {}

    public DecoderConfig {
        windows = List.copyOf(windows);
    }

    public static DecoderConfig read(Path folder) {
        Path file = folder.resolve("config.json");
        Path generation = folder.resolve("generation_config.json");
        JsonNode stops = Files.exists(generation) ? Json.read(generation) : NullNode.getInstance();
        return of(Json.read(file), stops, file);
    }

    /// `generation` is `generation_config.json`, which knows better where a chat model stops.
    static DecoderConfig of(JsonNode config, JsonNode generation, Path file) {
        var keys = new ConfigKeys(config, file);
        String type = keys.text("model_type");
        // The type comes first: another type's keys have other names.
        requireKnown(type, keys);
        refuseQuantised(keys);
        TypeDefaults defaults = TypeDefaults.of(type);
        keys.expect("hidden_act", "silu");
        keys.expectNumber("partial_rotary_factor", 1);
        int hidden = keys.positive("hidden_size");
        Heads heads = Heads.of(keys, defaults, hidden);
        int layers = keys.positive("num_hidden_layers");
        return new DecoderConfig(
                type,
                hidden,
                layers,
                heads,
                keys.positive("intermediate_size"),
                new Vocabulary(
                        keys.positive("vocab_size"),
                        keys.flagOr("tie_word_embeddings", false),
                        beginOfText(config),
                        endOfText(generation.hasNonNull(EOS) ? generation : config)),
                keys.positiveOr("max_position_embeddings", defaults.positions()),
                keys.numberOr("rms_norm_eps", defaults.normEpsilon()),
                RopeConfig.of(keys),
                windows(keys, type, defaults, layers),
                experts(keys, type));
    }

    boolean sparse(int layer) {
        return experts.map(e -> layer >= e.firstSparseLayer()).orElse(false);
    }

    private static Optional<Experts> experts(ConfigKeys keys, String type) {
        return switch (type) {
            case "llama", "qwen2", "qwen3", "mistral" -> Optional.empty();
            case "mixtral" ->
                    Optional.of(
                            new Experts(
                                    keys.positive("num_local_experts"),
                                    keys.positive("num_experts_per_tok"),
                                    0,
                                    true,
                                    1));
            case "deepseek_vl_v2", "deepseek_ocr" -> deepseekExperts(keys);
            default -> throw unknown(type, keys);
        };
    }

    private static Optional<Experts> deepseekExperts(ConfigKeys keys) {
        keys.expect("scoring_func", "softmax");
        keys.expect("topk_method", "greedy");
        keys.expect("moe_layer_freq", "1");
        keys.expect("use_mla", "false");
        if (keys.integerOr("n_routed_experts", 0) == 0) {
            return Optional.empty();
        }
        return Optional.of(
                new Experts(
                        keys.positive("n_routed_experts"),
                        keys.positive("num_experts_per_tok"),
                        keys.integerOr("first_k_dense_replace", 0),
                        keys.flagOr("norm_topk_prob", false),
                        keys.numberOr("routed_scaling_factor", 1)));
    }

    private static void requireKnown(String type, ConfigKeys keys) {
        if (!TYPES.contains(type)) {
            throw unknown(type, keys);
        }
    }

    /// Integers without their scales are not the weights.
    private static void refuseQuantised(ConfigKeys keys) {
        if (!keys.absent("quantization_config")) {
            JsonNode method = keys.config().path("quantization_config").path("quant_method");
            throw new Problem(
                            "the weights are quantised%s, and this engine does not widen them"
                                    .formatted(method.isTextual() ? " by " + method.asText() : ""),
                            keys.file() + ": quantization_config",
                            "use the checkpoint in bf16, fp16 or fp32, or"
                                    + " `llmprof run -- python …`")
                    .found();
        }
    }

    private static Problem.Found unknown(String type, ConfigKeys keys) {
        return new Problem(
                        "this engine does not know the model type '" + type + "'",
                        keys.file() + ": model_type",
                        "built in: llama, qwen2, qwen3, mistral, mixtral, DeepSeek-OCR;"
                                + " profile others with `llmprof run -- python …`")
                .found();
    }

    /// The window of each layer; none where a layer sees everything.
    private static List<OptionalLong> windows(
            ConfigKeys keys, String type, TypeDefaults defaults, int layers) {
        int window = defaults.window(keys);
        boolean used = type.startsWith("qwen") ? keys.flagOr("use_sliding_window", false) : true;
        List<String> types = keys.texts("layer_types");
        int fullLayers =
                type.startsWith("qwen")
                        ? keys.integerOr("max_window_layers", defaults.fullLayers())
                        : 0;
        return IntStream.range(0, layers)
                .mapToObj(layer -> {
                    boolean sliding =
                            types.isEmpty()
                                    ? layer >= fullLayers
                                    : types.get(layer).equals("sliding_attention");
                    return used && window > 0 && sliding
                            ? OptionalLong.of(window)
                            : OptionalLong.empty();
                })
                .toList();
    }

    private static OptionalLong beginOfText(JsonNode config) {
        JsonNode id = config.path("bos_token_id");
        return id.isIntegralNumber() ? OptionalLong.of(id.asLong()) : OptionalLong.empty();
    }

    private static List<Long> endOfText(JsonNode config) {
        List<Long> ids = new ArrayList<>();
        JsonNode id = config.path(EOS);
        if (id.isIntegralNumber()) {
            ids.add(id.asLong());
        }
        id.forEach(each -> ids.add(each.asLong()));
        return ids;
    }
}
