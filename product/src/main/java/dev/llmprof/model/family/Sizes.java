package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The sizes of a decoder, or of one of its layers, under all their spellings: the config's own
/// word first, then what its family assumes. A list has one number a layer.
record Sizes(ModelConfig config, int layer) {
    private static final Map<String, String[]> SPELLINGS =
            Map.ofEntries(
                    spelt("hidden", "hidden_size n_embd d_model n_embed dim model_dim"),
                    spelt("layers", "num_hidden_layers n_layer n_layers num_layers"),
                    spelt(
                            "heads",
                            "num_attention_heads n_head n_heads num_heads attention_heads"
                                    + " num_attention_heads_per_layer"),
                    spelt(
                            "key_value_heads",
                            "num_key_value_heads num_kv_heads n_head_kv n_kv_heads"),
                    spelt("head_width", "head_dim kv_channels attention_head_dim"),
                    spelt(
                            "inner",
                            "intermediate_size ffn_hidden_size ffn_dim n_inner inner_dim"
                                    + " ffn_intermediate_size"),
                    spelt("vocabulary", "padded_vocab_size vocab_size n_vocab"),
                    spelt(
                            "positions",
                            "max_position_embeddings n_positions max_seq_len seq_length n_ctx"
                                    + " max_sequence_length"),
                    spelt(
                            "experts",
                            "num_local_experts num_experts n_routed_experts moe_num_experts"
                                    + " num_moe_experts n_experts"),
                    spelt(
                            "active",
                            "num_experts_per_tok experts_per_token moe_top_k moe_topk moe_k top_k_experts"
                                    + " num_experts_per_token num_selected_experts"),
                    spelt(
                            "expert_inner",
                            "moe_intermediate_size moe_ffn_hidden_size expert_intermediate_size"
                                    + " expert_ffn_hidden_size"),
                    spelt("shared", "n_shared_experts num_shared_experts moe_num_shared_experts"),
                    spelt(
                            "shared_inner",
                            "shared_expert_intermediate_size shared_intermediate_size"
                                    + " moe_shared_expert_intermediate_size"),
                    spelt(
                            "dense_first",
                            "first_k_dense_replace moe_layer_start_index num_dense_layers"),
                    spelt("query_rank", "q_lora_rank"),
                    spelt("latent", "kv_lora_rank"),
                    spelt("plain_width", "qk_nope_head_dim"),
                    spelt("rotary_width", "qk_rope_head_dim"),
                    spelt("value_width", "v_head_dim"),
                    spelt("window", "sliding_window sliding_window_size"),
                    spelt("predictors", "num_nextn_predict_layers num_mtp_modules"));

    private static final OptionalLong NOTHING = OptionalLong.empty();

    static Sizes of(ModelConfig config) {
        return new Sizes(config, 0);
    }

    Sizes at(int other) {
        return new Sizes(config, other);
    }

    static String[] spellings(String size) {
        return SPELLINGS.getOrDefault(size, new String[0]);
    }

    OptionalLong find(String size) {
        String[] keys = spellings(size);
        OptionalLong here = config.inLayer(layer).map(own -> own.whole(keys)).orElse(NOTHING);
        if (here.isPresent()) {
            return here;
        }
        List<Long> each = config.wholes(keys);
        return each.isEmpty()
                ? config.whole(keys)
                : OptionalLong.of(each.get(Math.min(layer, each.size() - 1)));
    }

    long or(String size, long otherwise) {
        return find(size).orElse(otherwise);
    }

    long need(String size) {
        OptionalLong found = find(size);
        String words = "heads".equals(size) ? "number of heads" : size + " size";
        return found.isPresent() && found.getAsLong() > 0
                ? found.getAsLong()
                : config.need(words, SPELLINGS.getOrDefault(size, new String[] {size}));
    }

    private static Map.Entry<String, String[]> spelt(String size, String keys) {
        return Map.entry(size, keys.split(" "));
    }
}
