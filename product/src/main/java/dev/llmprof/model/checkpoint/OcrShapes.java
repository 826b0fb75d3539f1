package dev.llmprof.model.checkpoint;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Sizes of DeepSeek-OCR's eyes that its config.json leaves to the code, from the shapes of its
/// weights.
public final class OcrShapes {
    private static final int PATCH = 16;

    private OcrShapes() {}

    public static Map<String, Object> refined(Map<String, Object> config, Checkpoint checkpoint) {
        Map<String, Object> vision = JsonTree.inner(config, "vision_config");
        Map<String, Object> widths = JsonTree.inner(vision, "width");
        if (!widths.containsKey("sam_vit_b") || !widths.containsKey("clip-l-14-224")) {
            return config;
        }
        Map<String, List<Long>> shapes = new HashMap<>();
        checkpoint.tensors().forEach(tensor -> shapes.put(tensor.name(), tensor.shape()));
        Map<String, Object> sam = new LinkedHashMap<>(JsonTree.inner(widths, "sam_vit_b"));
        String eye = "model.sam_model.";
        put(sam, "neck_channels", shapes, eye + "neck.0.weight", 0);
        put(sam, "intermediate_size", shapes, eye + "blocks.0.mlp.lin1.weight", 0);
        long rows = side(shapes, eye + "blocks.0.attn.rel_pos_h", 0);
        if (rows > 0 && !globals(sam).contains(0L)) {
            sam.put("window_size", (rows + 1) / 2);
        }
        long grid = side(shapes, eye + "pos_embed", 1);
        if (grid > 0) {
            sam.put("image_size", grid * PATCH);
        }
        Map<String, Object> clip = new LinkedHashMap<>(JsonTree.inner(widths, "clip-l-14-224"));
        String layer = "model.vision_model.transformer.layers.0.";
        put(clip, "intermediate_size", shapes, layer + "mlp.fc1.weight", 0);
        return replaced(config, "vision_config", replaced(vision, "width", both(sam, clip)));
    }

    private static List<?> globals(Map<String, Object> sam) {
        return sam.get("global_attn_indexes") instanceof List<?> list ? list : List.of();
    }

    private static Map<String, Object> both(Map<String, Object> sam, Map<String, Object> clip) {
        return Map.of("sam_vit_b", sam, "clip-l-14-224", clip);
    }

    private static Map<String, Object> replaced(
            Map<String, Object> object, String key, Map<String, Object> value) {
        Map<String, Object> copy = new LinkedHashMap<>(object);
        copy.put(key, value);
        return copy;
    }

    private static void put(
            Map<String, Object> into,
            String key,
            Map<String, List<Long>> shapes,
            String tensor,
            int index) {
        long side = side(shapes, tensor, index);
        if (side > 0) {
            into.put(key, side);
        }
    }

    private static long side(Map<String, List<Long>> shapes, String tensor, int index) {
        List<Long> shape = shapes.getOrDefault(tensor, List.of());
        return index < shape.size() ? shape.get(index) : 0;
    }
}
