package dev.llmprof.model.family;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.ModelFixtures;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.Model;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Bytes of checkpoints that leave some modules as they were, worked by hand.
///
/// Two layers: attention has four matrices of 64 by 64, the feed-forward three of 64 by 128; beside
/// them an embedding and a head of 100 by 64 and five norms of 64, all of two bytes.
class QuantisedModulesTest {
    private static final double BESIDE = 2 * 100 * 64 * 2 + 5 * 64 * 2;
    private static final double ATTENTION = 2 * 4 * 64 * 64;
    private static final double FEED_FORWARD = 2 * 3 * 64 * 128;
    private static final double NVFP4 = 4.5 / 8;

    /// Four bytes for each column of a matrix: 64 of six of them and 128 of the last, in two
    /// layers.
    private static final double INDEX = 4 * 2 * (6 * 64 + 128);

    @Test
    void anExpressionLeavesAttentionWide() {
        assertEquals(
                BESIDE + 2 * ATTENTION + NVFP4 * FEED_FORWARD,
                bytes(nvfp4("\"ignore\": [\"re:.*self_attn.*\", \"lm_head\"]")));
    }

    @Test
    void aStarStandsForAnything() {
        assertEquals(
                BESIDE + 2 * ATTENTION + NVFP4 * FEED_FORWARD,
                bytes(nvfp4("\"exclude_modules\": [\"model.layers.*.self_attn*\"]")));
    }

    @Test
    void aNameIsOfOneLayer() {
        double one = 64 * 64;
        assertEquals(
                BESIDE + NVFP4 * (ATTENTION + FEED_FORWARD - one) + 2 * one,
                bytes(nvfp4("\"ignored_layers\": [\"model.layers.1.self_attn.q_proj\"]")));
    }

    @Test
    void aPartOfAPathIsOfAllLayersAndNoOtherName() {
        assertEquals(
                BESIDE + NVFP4 * ATTENTION + 2 * FEED_FORWARD,
                bytes(nvfp4("\"modules_to_not_convert\": [\"mlp\", \"self_attn.q\"]")));
    }

    @Test
    void groupsHaveFormatsOfTheirOwn() {
        String groups =
                """
                "quant_method": "compressed-tensors", "config_groups": {
                  "group_0": {"targets": ["re:.*self_attn.*"],
                              "weights": {"num_bits": 8, "type": "float", "strategy": "tensor"}},
                  "group_1": {"targets": ["re:.*mlp.*"],
                              "weights": {"num_bits": 4, "type": "float", "group_size": 16}}}\
                """;
        assertEquals(BESIDE + ATTENTION + NVFP4 * FEED_FORWARD, bytes(groups));
    }

    /// Down-projections of 128 by 64: 8 bits, for each group of 32 two bytes and one of zero point.
    @Test
    void gptqHasBitsAndGroupsOfTheirOwnForSomeModules() {
        double down = 2 * 128 * 64;
        double others = ATTENTION + FEED_FORWARD - down;
        String format =
                """
                "quant_method": "%s", "bits": 4, "group_size": 64, "%s": {"%s": %s}\
                """;
        double others4 = others * (4 + 20.0 / 64) / 8;
        double down8 = down * (8 + 24.0 / 32) / 8;
        String own = "{\"bits\": 8, \"group_size\": 32}";
        for (String name : List.of("+:.*down_proj", ".*down_proj")) {
            assertEquals(
                    BESIDE + INDEX + others4 + down8,
                    bytes(format.formatted("gptq", "dynamic", name, own)));
        }
        assertEquals(
                BESIDE + INDEX - 4 * 2 * 128 + others4 + 2 * down,
                bytes(format.formatted("gptq", "dynamic", "-:.*down_proj", "{}")));
        assertEquals(
                BESIDE + others4 + 2 * down,
                bytes(
                        format.formatted(
                                "auto-round", "extra_config", "mlp.down_proj", "{\"bits\": 16}")));
    }

    @Test
    void whatNoGroupTargetsIsWide() {
        String group =
                """
                "quant_method": "compressed-tensors", "config_groups": {
                  "group_0": {"targets": ["re:.*mlp.*"],
                              "weights": {"num_bits": 4, "type": "float", "group_size": 16}}}\
                """;
        assertEquals(BESIDE + 2 * ATTENTION + NVFP4 * FEED_FORWARD, bytes(group));
    }

    @Test
    void symmetricIntegersHaveNoZeroPoints() {
        // Four bits and a half-width scale for 32 of them: 4.5 bits, not 5.
        assertEquals(
                BESIDE + 4.5 / 8 * (ATTENTION + FEED_FORWARD),
                bytes(
                        """
                        "quant_method": "compressed-tensors", "config_groups": {"group_0": {
                          "targets": ["Linear"], "weights": {"num_bits": 4, "type": "int",
                            "symmetric": true, "strategy": "group", "group_size": 32}}}\
                        """));
    }

    @Test
    void gptqKeepsZeroPointsOfAsManyBits() {
        // Three bits, and 16 + 3 for 64 of them.
        assertEquals(
                BESIDE + INDEX + (3 + 19.0 / 64) / 8 * (ATTENTION + FEED_FORWARD),
                bytes("\"quant_method\": \"gptq\", \"bits\": 3, \"group_size\": 64"));
    }

    /// AutoGPTQ's packed modules have the buffer `g_idx`, sorted or not.
    @Test
    void gptqSaysOfEveryColumnOfWhichGroupItIs() {
        String sorted =
                "\"quant_method\": \"%s\", \"bits\": 4, \"group_size\": 64, \"desc_act\": %s";
        double plain = BESIDE + (4 + 20.0 / 64) / 8 * (ATTENTION + FEED_FORWARD);
        assertEquals(plain + INDEX, bytes(sorted.formatted("gptq", "false")));
        assertEquals(plain + INDEX, bytes(sorted.formatted("gptq", "true")));
        assertEquals(plain, bytes(sorted.formatted("auto-round", "false")));
        assertEquals(plain + INDEX, bytes(sorted.formatted("auto-round", "true")));
    }

    @Test
    void anOrderOfColumnsIsStoredBesideThem() {
        String compressed =
                """
                "quant_method": "compressed-tensors", "config_groups": {"group_0": {
                  "targets": ["Linear"], "weights": {"num_bits": 4, "type": "int",
                    "symmetric": true, "strategy": "group", "group_size": 64, "actorder": %s}}}\
                """;
        assertEquals(
                INDEX,
                bytes(compressed.formatted("\"group\"")) - bytes(compressed.formatted("null")),
                1e-6);
        assertEquals(
                bytes(compressed.formatted("null")), bytes(compressed.formatted("\"weight\"")));
    }

    @Test
    void aGroupOfMinusOneIsARow() {
        // Two bits; 16 + 2 for each of the rows, which are 64 wide but for 128 of the last matrix.
        double rows = 2 * (4 * 64 + 2 * 128 + 64);
        assertEquals(
                BESIDE + INDEX + (2 * (ATTENTION + FEED_FORWARD) + 18 * rows) / 8,
                bytes("\"quant_method\": \"gptq\", \"bits\": 2, \"group_size\": -1"));
    }

    @Test
    void threeBitsLeaveTwoOfEveryWord() {
        assertEquals(
                BESIDE + (3.2 + 16.0 / 64) / 8 * (ATTENTION + FEED_FORWARD),
                bytes(
                        """
                        "quant_method": "compressed-tensors", "config_groups": {"group_0": {
                          "targets": ["Linear"], "weights": {"num_bits": 3, "type": "int",
                            "symmetric": true, "strategy": "group", "group_size": 64}}}\
                        """),
                1e-6);
    }

    @Test
    void whatSeesIsLeftWideWhereItIsNamed() {
        Model named = seeing("\"ignore\": [\"re:visual.*\"]");
        Model silent = seeing("\"ignore\": [\"lm_head\"]");
        double wide = Parameters.of(named, named.precision()).weightBytes();
        double narrow = Parameters.of(silent, silent.precision()).weightBytes();
        // Two layers of 4 · 32² + 2 · 32 · 64, and a merger of 128² + 128 · 64, at 16 or 8 bits.
        assertEquals(2 * (4 * 32 * 32 + 2 * 32 * 64) + 128 * 128 + 128 * 64, wide - narrow);
    }

    private static Model seeing(String exclusions) {
        return ModelFixtures.of(
                """
                {"model_type": "qwen2_vl", "hidden_size": 64, "num_hidden_layers": 2,
                 "num_attention_heads": 4, "num_key_value_heads": 4, "intermediate_size": 128,
                 "vocab_size": 100, "torch_dtype": "bfloat16",
                 "vision_config": {"depth": 2, "embed_dim": 32, "mlp_ratio": 2, "num_heads": 2,
                                   "hidden_size": 64},
                 "quantization_config": {"quant_method": "fp8", %s}}\
                """
                        .formatted(exclusions));
    }

    private static String nvfp4(String exclusions) {
        return "\"quant_method\": \"modelopt\", \"quant_algo\": \"NVFP4\", " + exclusions;
    }

    private static double bytes(String quantisation) {
        Model model =
                ModelFixtures.of(
                        """
                        {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
                         "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100,
                         "torch_dtype": "bfloat16", "quantization_config": {%s}}\
                        """
                                .formatted(quantisation));
        return Parameters.of(model, model.precision()).weightBytes();
    }
}
