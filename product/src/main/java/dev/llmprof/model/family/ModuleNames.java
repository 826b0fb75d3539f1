package dev.llmprof.model.family;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What checkpoints call the module of an operator: the lists of exclusions name these.
final class ModuleNames {
    private static final List<String> LAYERS =
            List.of(
                    "model.layers.",
                    "model.language_model.layers.",
                    "language_model.model.layers.",
                    "backbone.layers.",
                    "transformer.h.",
                    "transformer.layers.");

    private static final List<String> ATTENTION =
            List.of("self_attn", "attn", "attention", "mixer");
    private static final List<String> MLP =
            List.of("mlp", "feed_forward", "ffn", "block_sparse_moe", "mixer");

    private static final Map<String, List<String>> OTHERS =
            Map.of(
                    "kv_a_proj", List.of("kv_a_proj_with_mqa"),
                    "gate", List.of("g_proj", "q_proj"),
                    "gate_proj", List.of("gate_up_proj", "w1"),
                    "up_proj", List.of("gate_up_proj", "w3", "fc1", "c_fc"),
                    "down_proj", List.of("w2", "fc2", "c_proj"),
                    "o_proj", List.of("out_proj", "dense", "wo", "c_proj"),
                    "in_proj_qkvz", List.of("in_proj_qkv", "in_proj_z"),
                    "in_proj_ba", List.of("in_proj_b", "in_proj_a"),
                    "qkv_proj", List.of("q_proj", "k_proj", "v_proj"));

    private static final List<String> EYES =
            List.of(
                    "visual.blocks.0.attn.qkv",
                    "model.visual.blocks.0.attn.qkv",
                    "vision_tower.encoder.layers.0.self_attn.q_proj",
                    "model.vision_tower.encoder.layers.0.self_attn.q_proj",
                    "vision_tower.vision_model.encoder.layers.0.self_attn.q_proj",
                    "model.vision_tower.vision_model.encoder.layers.0.self_attn.q_proj",
                    "vision_tower.transformer.layers.0.attention.q_proj",
                    "model.vision_tower.transformer.layers.0.attention.q_proj",
                    "vision_model.encoder.layers.0.self_attn.q_proj",
                    "model.vision_model.encoder.layers.0.self_attn.q_proj");

    private ModuleNames() {}

    static List<String> eyes() {
        return EYES;
    }

    /// Of an operator in one layer.
    static List<String> of(String operator, int layer) {
        List<String> names = new ArrayList<>();
        for (String path : paths(operator)) {
            LAYERS.forEach(start -> names.add(start + layer + "." + path));
        }
        return names;
    }

    /// Of one matrix of an expert.
    static List<String> ofExpert(String leaf, int layer) {
        List<String> names = new ArrayList<>();
        for (String start : LAYERS) {
            for (String block : MLP) {
                String path = start + layer + "." + block + ".experts.";
                names.add(path + leaf);
                spelt(leaf).forEach(spelling -> names.add(path + "0." + spelling));
            }
        }
        return names;
    }

    private static List<String> paths(String operator) {
        int dot = operator.indexOf('.');
        String block = dot < 0 ? "" : operator.substring(0, dot);
        List<String> leaves = spelt(operator.substring(dot + 1));
        return switch (block) {
            case "shared_expert" -> {
                List<String> paths = new ArrayList<>();
                for (String mlp : MLP) {
                    paths.addAll(joined(List.of(mlp + ".shared_expert"), leaves));
                    paths.addAll(joined(List.of(mlp + ".shared_experts"), leaves));
                }
                paths.addAll(joined(List.of("shared_mlp"), leaves));
                yield paths;
            }
            case "mamba" -> joined(List.of("mamba", "mixer"), leaves);
            case "indexer" -> joined(List.of("self_attn.indexer"), leaves);
            case "" -> joined(isMlp(operator) ? MLP : ATTENTION, leaves);
            default -> joined(List.of(block), leaves);
        };
    }

    private static boolean isMlp(String operator) {
        return operator.equals("gate_proj")
                || operator.equals("up_proj")
                || operator.equals("down_proj");
    }

    private static List<String> spelt(String leaf) {
        List<String> spellings = new ArrayList<>(List.of(leaf));
        spellings.addAll(OTHERS.getOrDefault(leaf, List.of()));
        return spellings;
    }

    private static List<String> joined(List<String> blocks, List<String> leaves) {
        List<String> paths = new ArrayList<>();
        blocks.forEach(block -> leaves.forEach(leaf -> paths.add(block + "." + leaf)));
        return paths;
    }
}
