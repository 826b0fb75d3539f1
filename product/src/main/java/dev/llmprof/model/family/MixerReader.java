package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.family.Family.Place;
import dev.llmprof.model.shape.Mixer;
import dev.llmprof.model.shape.Mixer.Grouped.KeyValues;
import java.util.ArrayList;
import java.util.List;

/// Which mixer each layer has.
final class MixerReader {
    private final ModelConfig config;
    private final Family family;
    private final Sizes sizes;
    private final long window;
    private final List<LayerKind> kinds;

    MixerReader(
            ModelConfig config, Family family, Sizes sizes, long window, List<LayerKind> kinds) {
        this.config = config;
        this.family = family;
        this.sizes = sizes;
        this.window = window;
        this.kinds = List.copyOf(kinds);
    }

    Mixer at(int layer) {
        LayerKind kind = kinds.get(layer);
        List<Mixer> parts = new ArrayList<>();
        if (kind.attends()) {
            parts.add(attention(layer, kind == LayerKind.WINDOWED));
            parts.addAll(Extras.beside(config, family, sizes.at(layer)));
        }
        if (kind == LayerKind.CROSS) {
            parts.add(cross());
        }
        if (kind.recurs()) {
            parts.add(StateReader.read(config, family, sizes));
        }
        parts.removeIf(part -> part instanceof Mixer.None);
        return switch (parts.size()) {
            case 0 -> new Mixer.None();
            case 1 -> parts.getFirst();
            default -> new Mixer.Joined(parts);
        };
    }

    /// Rotary frequencies of the first layer that attends.
    long rotaryFrequencies() {
        for (int layer = 0; layer < kinds.size(); layer++) {
            if (kinds.get(layer).attends()) {
                return frequencies(attention(layer, false));
            }
        }
        return 0;
    }

    private long frequencies(Mixer mixer) {
        return switch (mixer) {
            case Mixer.Grouped grouped ->
                    (long) (grouped.headWidth() * Rotary.part(config, family)) / 2;
            case Mixer.Latent latent -> latent.rotaryWidth() / 2;
            case Mixer.Recurrent _, Mixer.Cross _, Mixer.Joined _, Mixer.None _ -> 0;
        };
    }

    private Mixer attention(int layer, boolean windowed) {
        config.ignore("q_lora_rank");
        boolean latent = config.flag("use_mla", true) && sizes.or("latent", 0) > 0;
        if (!latent) {
            config.ignore("qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim");
        }
        return latent ? latent() : grouped(layer, windowed);
    }

    private Mixer cross() {
        long heads = sizes.need("heads");
        return new Mixer.Cross(
                heads,
                sizes.or("key_value_heads", heads),
                sizes.need("hidden") / heads,
                sizes.need("inner"),
                0);
    }

    private Mixer latent() {
        config.ignore("head_dim", "qk_head_dim", "num_key_value_heads");
        long indexed = config.whole(0, "index_n_heads");
        return new Mixer.Latent(
                sizes.need("heads"),
                sizes.or("query_rank", 0),
                sizes.need("latent"),
                sizes.need("plain_width"),
                sizes.need("rotary_width"),
                sizes.or("value_width", sizes.need("hidden") / sizes.need("heads")),
                family.biased(config, Place.OUT),
                indexed,
                indexed > 0 ? config.whole(128, "index_head_dim") : 0,
                indexed > 0 ? config.whole(2048, "index_topk") : Mixer.UNLIMITED);
    }

    private Mixer grouped(int layer, boolean windowed) {
        Sizes here = sizes.at(layer);
        long heads = here.need("heads");
        if (sizes.find("key_value_heads").isPresent() && here.or("key_value_heads", 1) == 0) {
            return new Mixer.None();
        }
        long keyValueHeads = KeyValueHeads.of(config, family, here, heads, windowed);
        long width = headWidth(here, heads, windowed);
        return new Mixer.Grouped(
                heads,
                keyValueHeads,
                width,
                family.has("value_width") ? here.or("value_width", width) : width,
                windowed ? window : Mixer.UNLIMITED,
                family.biased(config, Place.QKV),
                family.biased(config, Place.OUT),
                family.headNorm(config),
                family.has("sinks") || (windowed && family.has("window_sinks")),
                gate(heads, width),
                family.has("gate=element"),
                keyValues(layer, windowed));
    }

    private long headWidth(Sizes here, long heads, boolean windowed) {
        long otherwise = family.word("global_head=").map(Long::parseLong).orElse(0L);
        boolean plain = windowed || config.inner("per_layer_config").isPresent();
        long whole = plain ? 0 : config.whole(otherwise, "global_head_dim");
        long width = whole > 0 ? whole : here.or("head_width", 0);
        return width > 0 ? width : sizes.need("hidden") / heads;
    }

    private long gate(long heads, long width) {
        if (family.has("gate=element") || family.has("gate=apart")) {
            return heads * width;
        }
        if (!family.has("gate=head")) {
            return 0;
        }
        boolean each =
                config.text("gating")
                        .map("per-head"::equals)
                        .orElseGet(() -> config.flag("gating", true));
        return each ? heads : heads * width;
    }

    private KeyValues keyValues(int layer, boolean windowed) {
        long borrowing = config.whole(0, "num_kv_shared_layers");
        if (borrowing > 0 && layer >= kinds.size() - borrowing) {
            return KeyValues.BORROWED;
        }
        return config.flag("attention_k_eq_v", false) && !windowed ? KeyValues.SAME : KeyValues.OWN;
    }
}
