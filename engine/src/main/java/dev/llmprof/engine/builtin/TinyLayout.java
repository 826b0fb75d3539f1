package dev.llmprof.engine.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Every tensor of a DeepSeek-OCR or Llama checkpoint with its shape, from `config.json`.
final class TinyLayout {
    private static final int WINDOW = 14;
    private static final int PATCH = 16;
    private static final int CLIP_GRID = 16;

    private final Map<String, long[]> shapes = new TreeMap<>();
    private final JsonNode config;

    private TinyLayout(JsonNode config) {
        this.config = config;
    }

    static Map<String, long[]> of(JsonNode config) {
        var layout = new TinyLayout(config);
        if (config.has("vision_config")) {
            layout.sam();
            layout.clip();
        }
        layout.decoder();
        return layout.shapes;
    }

    private void sam() {
        JsonNode sam = config.at("/vision_config/width/sam_vit_b");
        long width = sam.path("width").asLong();
        long grid = config.at("/vision_config/image_size").asLong() / PATCH;
        long neck = width / 2;
        String name = "model.sam_model.";
        shapes.put(name + "pos_embed", new long[] {1, grid, grid, width});
        shapes.put(name + "patch_embed.proj.weight", new long[] {width, 3, PATCH, PATCH});
        shapes.put(name + "patch_embed.proj.bias", new long[] {width});
        Set<Integer> global = new HashSet<>();
        sam.path("global_attn_indexes").forEach(index -> global.add(index.asInt()));
        for (int i = 0; i < sam.path("layers").asInt(); i++) {
            String block = name + "blocks." + i + ".";
            long rows = 2 * (global.contains(i) ? grid : WINDOW) - 1;
            long size = width / sam.path("heads").asLong();
            shapes.put(block + "attn.rel_pos_h", new long[] {rows, size});
            shapes.put(block + "attn.rel_pos_w", new long[] {rows, size});
            norm(block + "norm1", width);
            norm(block + "norm2", width);
            linear(block + "attn.qkv", width, 3 * width);
            linear(block + "attn.proj", width, width);
            linear(block + "mlp.lin1", width, 4 * width);
            linear(block + "mlp.lin2", 4 * width, width);
        }
        long first = sam.at("/downsample_channels/0").asLong();
        shapes.put(name + "neck.0.weight", new long[] {neck, width, 1, 1});
        norm(name + "neck.1", neck);
        shapes.put(name + "neck.2.weight", new long[] {neck, neck, 3, 3});
        norm(name + "neck.3", neck);
        shapes.put(name + "net_2.weight", new long[] {first, neck, 3, 3});
        shapes.put(
                name + "net_3.weight",
                new long[] {sam.at("/downsample_channels/1").asLong(), first, 3, 3});
    }

    private void clip() {
        JsonNode clip = config.at("/vision_config/width").path("clip-l-14-224");
        long width = clip.path("width").asLong();
        long patch = clip.path("patch_size").asLong();
        String name = "model.vision_model.";
        shapes.put(name + "embeddings.class_embedding", new long[] {width});
        shapes.put(name + "embeddings.patch_embedding.weight", new long[] {width, 3, patch, patch});
        shapes.put(
                name + "embeddings.position_embedding.weight",
                new long[] {1 + CLIP_GRID * CLIP_GRID, width});
        norm(name + "pre_layrnorm", width);
        for (int i = 0; i < clip.path("layers").asInt(); i++) {
            String block = name + "transformer.layers." + i + ".";
            norm(block + "layer_norm1", width);
            norm(block + "layer_norm2", width);
            linear(block + "self_attn.qkv_proj", width, 3 * width);
            linear(block + "self_attn.out_proj", width, width);
            linear(block + "mlp.fc1", width, 4 * width);
            linear(block + "mlp.fc2", 4 * width, width);
        }
        long hidden = config.path("hidden_size").asLong();
        linear("model.projector.layers", config.at("/projector_config/input_dim").asLong(), hidden);
        shapes.put("model.image_newline", new long[] {hidden});
        shapes.put("model.view_seperator", new long[] {hidden});
    }

    private void decoder() {
        long hidden = config.path("hidden_size").asLong();
        long vocabulary = config.path("vocab_size").asLong();
        shapes.put("model.embed_tokens.weight", new long[] {vocabulary, hidden});
        shapes.put("lm_head.weight", new long[] {vocabulary, hidden});
        shapes.put("model.norm.weight", new long[] {hidden});
        for (int i = 0; i < config.path("num_hidden_layers").asInt(); i++) {
            String layer = "model.layers." + i + ".";
            shapes.put(layer + "input_layernorm.weight", new long[] {hidden});
            shapes.put(layer + "post_attention_layernorm.weight", new long[] {hidden});
            attention(layer + "self_attn.", hidden);
            if (i < config.path("first_k_dense_replace").asInt(Integer.MAX_VALUE)) {
                gated(layer + "mlp.", hidden, config.path("intermediate_size").asLong());
            } else {
                experts(layer + "mlp.", hidden);
            }
        }
    }

    private void attention(String name, long hidden) {
        long heads = config.path("num_attention_heads").asLong();
        long size = config.path("head_dim").asLong(hidden / heads);
        long keys = size * config.path("num_key_value_heads").asLong(heads);
        shapes.put(name + "q_proj.weight", new long[] {heads * size, hidden});
        shapes.put(name + "k_proj.weight", new long[] {keys, hidden});
        shapes.put(name + "v_proj.weight", new long[] {keys, hidden});
        shapes.put(name + "o_proj.weight", new long[] {hidden, heads * size});
    }

    private void experts(String name, long hidden) {
        long inner = config.path("moe_intermediate_size").asLong();
        long experts = config.path("n_routed_experts").asLong();
        shapes.put(name + "gate.weight", new long[] {experts, hidden});
        for (int i = 0; i < experts; i++) {
            gated(name + "experts." + i + ".", hidden, inner);
        }
        long shared = config.path("n_shared_experts").asLong();
        gated(name + "shared_experts.", hidden, inner * shared);
    }

    private void gated(String name, long hidden, long inner) {
        shapes.put(name + "gate_proj.weight", new long[] {inner, hidden});
        shapes.put(name + "up_proj.weight", new long[] {inner, hidden});
        shapes.put(name + "down_proj.weight", new long[] {hidden, inner});
    }

    private void linear(String name, long in, long out) {
        shapes.put(name + ".weight", new long[] {out, in});
        shapes.put(name + ".bias", new long[] {out});
    }

    private void norm(String name, long width) {
        shapes.put(name + ".weight", new long[] {width});
        shapes.put(name + ".bias", new long[] {width});
    }
}
