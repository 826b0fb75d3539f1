package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/// Which kind each layer is: as the config lists them, or as its family counts them off.
final class LayerKinds {
    /// Keys by which layers are counted off where none are listed.
    private static final String[] COUNTED_OFF = {
        "use_sliding_window",
        "sliding_window_pattern",
        "no_rope_layers",
        "no_rope_layer_interval",
        "attn_layer_period",
        "attn_layer_offset",
        "attn_layer_indices",
        "full_attention_interval",
        "full_attn_idxs",
        "attn_type_list",
        "block_types",
        "hybrid_override_pattern"
    };

    private LayerKinds() {}

    static List<LayerKind> of(ModelConfig config, Family family, int layers, long window) {
        List<?> named = config.list("layer_types");
        List<?> blocks = named.isEmpty() ? config.list("layers_block_type") : named;
        if (!blocks.isEmpty()) {
            config.ignore(COUNTED_OFF);
            return listed(config, family, blocks, layers);
        }
        String pattern = config.text("hybrid_override_pattern").orElse("");
        if (family.has("single_parts") && !pattern.isEmpty()) {
            return pattern.chars().mapToObj(letter -> single(config, (char) letter)).toList();
        }
        List<Boolean> windowed = Windowing.layers(config, family, layers, window);
        List<LayerKind> kinds = new ArrayList<>();
        for (int layer = 0; layer < layers; layer++) {
            LayerKind attention = windowed.get(layer) ? LayerKind.WINDOWED : LayerKind.FULL;
            kinds.add(counted(config, family, layer, attention));
        }
        boolean never = kinds.stream().noneMatch(LayerKind::attends);
        if (never && family.has("last_attends")) {
            kinds.set(layers - 1, LayerKind.FULL);
        }
        return kinds;
    }

    private static List<LayerKind> listed(
            ModelConfig config, Family family, List<?> names, int layers) {
        if (names.size() < layers) {
            throw new Problem(
                            "layer_types names %d of %d layers".formatted(names.size(), layers),
                            config.at(),
                            "list one for each of num_hidden_layers")
                    .found();
        }
        List<LayerKind> kinds = new ArrayList<>();
        for (int layer = 0; layer < layers; layer++) {
            LayerKind kind = named(config, family, String.valueOf(names.get(layer)));
            kinds.add(kind);
        }
        return kinds;
    }

    private static LayerKind named(ModelConfig config, Family family, String name) {
        if (family.has("single_parts")) {
            return switch (name) {
                case "linear_attention", "mamba" -> LayerKind.ONLY_RECURRENT;
                case "full_attention", "attention" -> LayerKind.ONLY_ATTENTION;
                case "mlp" -> LayerKind.ONLY_DENSE;
                case "moe" -> LayerKind.ONLY_MIXTURE;
                default -> throw notUnderstood(config, name);
            };
        }
        boolean hybrid = StateReader.knows(family);
        return switch (name) {
            case "full_attention", "attention", "indexed_attention" -> LayerKind.FULL;
            case "sliding_attention", "chunked_attention" -> LayerKind.WINDOWED;
            case "linear_attention", "mamba", "conv" -> {
                if (!hybrid) {
                    throw notUnderstood(config, name);
                }
                yield LayerKind.RECURRENT;
            }
            case "hybrid" -> {
                if (!hybrid) {
                    throw notUnderstood(config, name);
                }
                yield LayerKind.BOTH;
            }
            default -> throw notUnderstood(config, name);
        };
    }

    private static LayerKind single(ModelConfig config, char letter) {
        return switch (letter) {
            case 'M' -> LayerKind.ONLY_RECURRENT;
            case '*' -> LayerKind.ONLY_ATTENTION;
            case '-' -> LayerKind.ONLY_DENSE;
            case 'E' -> LayerKind.ONLY_MIXTURE;
            default -> throw notUnderstood(config, String.valueOf(letter));
        };
    }

    private static LayerKind counted(
            ModelConfig config, Family family, int layer, LayerKind attention) {
        boolean attends =
                switch (family.word("attends=").orElse("")) {
                    case "period" ->
                            layer % config.whole(8, "attn_layer_period")
                                    == config.whole(4, "attn_layer_offset");
                    case "never" -> false;
                    case "indices" -> config.list("attn_layer_indices").contains((long) layer);
                    case "indices_or_all" ->
                            config.list("full_attn_idxs").isEmpty()
                                    || config.list("full_attn_idxs").contains((long) layer);
                    case "interval" ->
                            (layer + 1) % config.whole(4, "full_attention_interval") == 0;
                    case "from_one" -> attendsFromOne(config, layer);
                    case "types" -> attendsByType(config, layer);
                    case "blocks" -> attendsByBlock(config, layer);
                    default -> true;
                };
        if (family.has("crossing")
                && config.list("cross_attention_layers").contains((long) layer)) {
            return LayerKind.CROSS;
        }
        if (family.has("attends=both")) {
            return LayerKind.BOTH;
        }
        return attends ? attention : LayerKind.RECURRENT;
    }

    /// Its own config counts layers from one.
    private static boolean attendsFromOne(ModelConfig config, int layer) {
        return config.inner("linear_attn_config")
                .map(inner -> inner.list("full_attn_layers").contains(layer + 1L))
                .orElse(layer > 0 && layer % 4 == 0);
    }

    private static boolean attendsByType(ModelConfig config, int layer) {
        List<Long> types = config.wholes("attn_type_list");
        return types.isEmpty() ? layer % 2 == 0 : layer < types.size() && types.get(layer) == 1;
    }

    private static boolean attendsByBlock(ModelConfig config, int layer) {
        List<?> types = config.list("block_types");
        return types.isEmpty()
                ? layer % 3 == 2
                : types.get(layer % types.size()).equals("attention");
    }

    private static Problem.Found notUnderstood(ModelConfig config, String name) {
        return new Problem(
                        "layers of type '" + name + "' are not understood",
                        config.at() + " layer_types",
                        "full_attention, sliding_attention and chunked_attention are, and"
                                + " linear_attention, mamba and conv in families we know")
                .found();
    }
}
