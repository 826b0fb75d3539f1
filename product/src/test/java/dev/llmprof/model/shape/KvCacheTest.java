package dev.llmprof.model.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.ModelFixtures;
import org.junit.jupiter.api.Test;

/// What a sequence leaves behind, worked by hand for each kind of layer.
class KvCacheTest {

    @Test
    void keepsKeysAndValuesOfEveryHeadThatHasThem() {
        KvCache cache = cache("\"num_key_value_heads\": 2, \"head_dim\": 16");
        // 2 (key, value) · 2 heads · 16 wide · 3 layers · 2 bytes.
        assertEquals(2 * 2 * 16 * 3 * 2, cache.bytesPerToken());
        assertEquals(4 * 100 * 384, cache.bytes(4, 100));
        assertEquals(0, cache.stateBytes());
    }

    @Test
    void stopsGrowingAtAWindow() {
        KvCache cache =
                cache(
                        "\"layer_types\": [\"sliding_attention\", \"sliding_attention\","
                                + " \"full_attention\"], \"sliding_window\": 10,"
                                + " \"num_key_value_heads\": 4, \"head_dim\": 8");
        // A layer keeps 2·4·8·2 = 128 bytes a position; two of three keep ten positions at most.
        assertEquals(3 * 128, cache.bytesPerToken());
        assertEquals(128 * 7 * 3, cache.bytes(1, 7));
        assertEquals(128 * (10 + 10 + 25), cache.bytes(1, 25));
    }

    @Test
    void aLatentHasNoHeadsAndNoSecondHalf() {
        KvCache cache =
                cache(
                        "\"kv_lora_rank\": 32, \"qk_rope_head_dim\": 8, \"qk_nope_head_dim\": 16,"
                                + " \"v_head_dim\": 16");
        // (c + r) · layers · 2 bytes, where expanded heads would be 4·(16 + 8 + 16).
        assertEquals((32 + 8) * 3 * 2, cache.bytesPerToken());
    }

    @Test
    void aQuantisedCacheIsHalfAsLarge() {
        Decoder decoder = decoder("\"num_key_value_heads\": 2, \"head_dim\": 16");
        assertEquals(192, KvCache.of(decoder, Precision.of(Format.FP8)).bytesPerToken());
    }

    private static KvCache cache(String keys) {
        return KvCache.of(decoder(keys), Precision.of(Format.BF16));
    }

    private static Decoder decoder(String keys) {
        return ModelFixtures.of(
                        """
                        {"model_type": "newcomer", "hidden_size": 32, "num_hidden_layers": 3,
                         "num_attention_heads": 4, "intermediate_size": 64, "vocab_size": 10, %s}\
                        """
                                .formatted(keys))
                .decoder();
    }
}
