package dev.llmprof.model.vision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.ModelFixtures;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Vision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Views and positions of pictures that are cut, as the processors of transformers 5.18 count them.
class TilingTest {
    private static final String INTERN =
            """
            {"model_type": "internvl", "text_config": {"model_type": "qwen2"},
             "vision_config": {"image_size": [448, 448], "patch_size": [14, 14]}}\
            """;
    private static final String LLAMA =
            """
            {"model_type": "llama4", "text_config": {"model_type": "llama4_text"},
             "vision_config": {"image_size": 336, "patch_size": 14}}\
            """;
    private static final String SMOL =
            """
            {"model_type": "smolvlm", "scale_factor": 4, "text_config": {"model_type": "llama"},
             "vision_config": {"image_size": 512, "patch_size": 16}}\
            """;
    private static final String NEXT =
            """
            {"model_type": "llava_next", "text_config": {"model_type": "mistral"},
             "vision_config": {"image_size": 336, "patch_size": 14}}\
            """;
    private static final String ONE_VISION =
            """
            {"model_type": "llava_onevision", "text_config": {"model_type": "qwen2"},
             "vision_config": {"model_type": "siglip_vision_model", "image_size": 384, "patch_size": 14}}\
            """;

    /// Four by three tiles and the whole, 256 positions each, and a mark on both sides.
    @ParameterizedTest
    @CsvSource({"448, 448, 258", "900, 448, 770", "4000, 3000, 3330", "100, 2000, 3330"})
    void internVlTakesTheNearestGrid(int width, int height, long tokens) {
        assertEquals(tokens, tokens(INTERN, width, height));
    }

    @ParameterizedTest
    @CsvSource({"336, 336, 147", "672, 336, 437", "8000, 8000, 2467", "10, 10, 147"})
    void llamaTakesTheGridThatEnlargesLeast(int width, int height, long tokens) {
        assertEquals(tokens, tokens(LLAMA, width, height));
    }

    @ParameterizedTest
    @CsvSource({"640, 480, 862", "512, 512, 1127", "3000, 100, 332"})
    void smolVlmBringsTheLongerSideToFourTiles(int width, int height, long tokens) {
        assertEquals(tokens, tokens(SMOL, width, height));
    }

    @ParameterizedTest
    @CsvSource({"336, 336, 1176", "1024, 768, 2340", "2000, 500, 1890"})
    void llavaLeavesOutTheRowsOfPadding(int width, int height, long tokens) {
        assertEquals(tokens, tokens(NEXT, width, height));
    }

    /// The first is brought to nine tiles of positions: 135 rows divided by 5/3 as a double are 81
    /// when the quotient is rounded, and 80 when it is cut, as Python's `//` does.
    @ParameterizedTest
    @CsvSource({"1693, 1687, 7209", "2304, 2304, 7371", "640, 480, 2929"})
    void oneVisionCutsAsItsProcessorDoes(int width, int height, long tokens) {
        assertEquals(tokens, tokens(ONE_VISION, width, height));
    }

    @Test
    void whoHasItSoIsSaid() {
        assertEquals(
                "pictures are cut into 1 to 12 tiles of 448 pixels, as the family's published"
                        + " models have it (there is no preprocessor_config.json)",
                eyes(INTERN).limitsSentence());
        String chat =
                """
                {"model_type": "internvl_chat", "max_dynamic_patch": 6, "force_image_size": 448,
                 "llm_config": {"model_type": "qwen2"}, "vision_config": {"patch_size": 14}}\
                """;
        assertEquals(
                "pictures are cut into 1 to 6 tiles of 448 pixels, as config.json says",
                eyes(chat).limitsSentence());
        assertEquals(1794, tokens(chat, 4000, 3000));
    }

    /// 1,601 positions of four tiles, each in eight layers, asked and not in the prompt.
    @Test
    void llamaVisionAsksItsPicturesInLayersOfTheirOwn() {
        Model model =
                ModelFixtures.of(
                        """
                        {"model_type": "mllama", "text_config": {"model_type": "mllama_text_model"},
                         "vision_config": {"image_size": 560}}\
                        """);
        var picture = new Images(2, 300, 200, "");
        assertEquals(2, model.vision().orElseThrow().promptTokens(picture));
        assertEquals(12_808, model.vision().orElseThrow().askedPositions(picture));
        assertEquals(0, state(model));
        assertEquals(8L * 12_808 * 2 * 8 * 128, state(model.lookingAt(picture)));
    }

    private static long state(Model model) {
        return model.decoder().mixers().stream()
                .mapToLong(mixer -> mixer.count() * mixer.value().stateElements())
                .sum();
    }

    private static long tokens(String json, int width, int height) {
        return eyes(json).promptTokens(new Images(1, width, height, ""));
    }

    private static Vision eyes(String json) {
        return ModelFixtures.of(json).vision().orElseThrow();
    }
}
