package dev.llmprof.model.checkpoint;

import dev.llmprof.safetensors.Tensor;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What stands before the data of a GGUF file: its keys without long arrays, and its tensors.
public record GgufHeader(
        int version, Map<String, Object> keys, List<Tensor> tensors, long dataStart) {
    private static final Map<String, String> SPELLINGS =
            Map.ofEntries(
                    Map.entry("block_count", "num_hidden_layers"),
                    Map.entry("embedding_length", "hidden_size"),
                    Map.entry("feed_forward_length", "intermediate_size"),
                    Map.entry("attention.head_count", "num_attention_heads"),
                    Map.entry("attention.head_count_kv", "num_key_value_heads"),
                    Map.entry("attention.key_length", "head_dim"),
                    Map.entry("attention.sliding_window", "sliding_window"),
                    Map.entry("attention.sliding_window_pattern", "sliding_window_pattern"),
                    Map.entry("attention.value_length_mla", "v_head_dim"),
                    Map.entry("rope.dimension_count", "qk_rope_head_dim"),
                    Map.entry(
                            "expert_shared_feed_forward_length", "shared_expert_intermediate_size"),
                    Map.entry("nextn_predict_layers", "num_nextn_predict_layers"),
                    Map.entry("attention.q_lora_rank", "q_lora_rank"),
                    Map.entry("attention.kv_lora_rank", "kv_lora_rank"),
                    Map.entry("expert_count", "num_local_experts"),
                    Map.entry("expert_used_count", "num_experts_per_tok"),
                    Map.entry("expert_feed_forward_length", "moe_intermediate_size"),
                    Map.entry("expert_shared_count", "n_shared_experts"),
                    Map.entry("leading_dense_block_count", "first_k_dense_replace"),
                    Map.entry("context_length", "max_position_embeddings"),
                    Map.entry("vocab_size", "vocab_size"));

    public GgufHeader {
        keys = Map.copyOf(keys);
        tensors = List.copyOf(tensors);
    }

    public String architecture() {
        return String.valueOf(keys.getOrDefault("general.architecture", ""));
    }

    /// The same as a config.json would say it, but for `model_type`, which is the architecture.
    public ModelConfig config(String at) {
        Map<String, Object> config = new TreeMap<>();
        String prefix = architecture() + ".";
        SPELLINGS.forEach((own, common) -> {
            Object value = keys.get(prefix + own);
            if (value != null) {
                config.put(common, value);
            }
        });
        config.put(GgufPrecision.KEY, GgufPrecision.words(tensors));
        config.put("model_type", architecture());
        if (keys.get("general.name") instanceof String name) {
            config.put("_name_or_path", name);
        }
        for (Tensor tensor : tensors) {
            if (tensor.name().equals("token_embd.weight") && !tensor.shape().isEmpty()) {
                config.put("vocab_size", tensor.shape().getFirst());
            }
        }
        config.put(
                "tie_word_embeddings",
                tensors.stream().noneMatch(tensor -> tensor.name().equals("output.weight")));
        return new ModelConfig(config, at);
    }
}
