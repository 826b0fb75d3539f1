package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import java.util.Optional;

/// How many heads have keys and values of their own, which families say in many ways.
final class KeyValueHeads {
    private KeyValueHeads() {}

    static long of(ModelConfig config, Family family, Sizes sizes, long heads, boolean windowed) {
        if (family.has("new_architecture")) {
            return newOrOne(config, sizes, heads);
        }
        return switch (family.word("kv=").orElse("")) {
            case "multi_query" -> config.flag("multi_query", true) ? 1 : heads;
            case "groups" ->
                    config.flag("multi_query_attention", false)
                            ? config.need("KV group number", "multi_query_group_num")
                            : heads;
            case "attn_config" -> inner(config, heads).orElse(heads);
            case "attn_config_or_one" -> inner(config, heads).orElse(1L);
            case "more_in_windows" -> {
                long own = sizes.or("key_value_heads", heads);
                yield windowed ? config.whole(2 * own, "swa_num_key_value_heads") : own;
            }
            default -> {
                long whole = windowed ? 0 : config.whole(0, "num_global_key_value_heads");
                yield whole > 0 ? whole : positive(sizes.or("key_value_heads", heads), heads);
            }
        };
    }

    private static Optional<Long> inner(ModelConfig config, long heads) {
        return config.inner("attn_config").map(attention -> shared(attention, heads));
    }

    private static long shared(ModelConfig attention, long heads) {
        boolean one =
                attention.text("attn_type").filter("multiquery_attention"::equals).isPresent();
        return one ? 1 : attention.whole(heads, "kv_n_heads");
    }

    private static long newOrOne(ModelConfig config, Sizes sizes, long heads) {
        config.ignore("num_kv_heads");
        boolean modern = config.flag("new_decoder_architecture", false);
        boolean one = config.flag("multi_query", true);
        long several = modern ? positive(sizes.or("key_value_heads", heads), heads) : heads;
        return modern || !one ? several : 1;
    }

    private static long positive(long value, long otherwise) {
        return value > 0 ? value : otherwise;
    }
}
