package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;

/// How many heads have keys and values of their own, which families say in many ways.
final class KeyValueHeads {
    private KeyValueHeads() {}

    static long of(ModelConfig config, Family family, Sizes sizes, long heads, boolean windowed) {
        return switch (family.name()) {
            case "falcon" -> falcon(config, sizes, heads);
            case "gpt_bigcode" -> config.flag("multi_query", true) ? 1 : heads;
            case "chatglm" ->
                    config.flag("multi_query_attention", false)
                            ? config.need("KV group number", "multi_query_group_num")
                            : heads;
            case "mpt", "dbrx" ->
                    config.inner("attn_config")
                            .map(inner -> inner(inner, heads))
                            .orElse(family.name().equals("dbrx") ? 1 : heads);
            case "mimo_v2_flash" -> {
                long own = sizes.or("key_value_heads", heads);
                yield windowed ? config.whole(2 * own, "swa_num_key_value_heads") : own;
            }
            default -> {
                long whole = windowed ? 0 : config.whole(0, "num_global_key_value_heads");
                yield whole > 0 ? whole : positive(sizes.or("key_value_heads", heads), heads);
            }
        };
    }

    private static long inner(ModelConfig attention, long heads) {
        boolean one =
                attention.text("attn_type").filter("multiquery_attention"::equals).isPresent();
        return one ? 1 : attention.whole(heads, "kv_n_heads");
    }

    private static long falcon(ModelConfig config, Sizes sizes, long heads) {
        boolean modern = config.flag("new_decoder_architecture", false);
        boolean one = config.flag("multi_query", true);
        return modern || !one ? positive(sizes.or("key_value_heads", heads), heads) : 1;
    }

    private static long positive(long value, long otherwise) {
        return value > 0 ? value : otherwise;
    }
}
