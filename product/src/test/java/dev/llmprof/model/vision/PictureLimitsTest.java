package dev.llmprof.model.vision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.ModelFixtures;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Positions of a picture as the processors of transformers 5.18 count them.
class PictureLimitsTest {
    private static final String MISTRAL =
            """
            {"model_type": "mistral3", "spatial_merge_size": 2,
             "text_config": {"model_type": "mistral"},
             "vision_config": {"model_type": "pixtral", "image_size": 1540, "patch_size": 14}}\
            """;

    private static final String QWEN2 =
            "{\"model_type\": \"qwen2_vl\", \"vision_config\": {\"patch_size\": 14}}";
    private static final String QWEN3 =
            """
            {"model_type": "qwen3_vl", "text_config": {"model_type": "qwen3_vl_text"},
             "vision_config": {"patch_size": 16}}\
            """;

    @TempDir private Path folder = Path.of(".");

    @ParameterizedTest
    @CsvSource({
        "4000, 3000, 2352",
        "1024, 1024, 1406",
        "640, 480, 432",
        "8000, 8000, 3080",
        "1, 1, 2"
    })
    void pixtralHasALongestSideAndATokenAtTheEndOfEveryRow(int width, int height, long tokens) {
        assertEquals(tokens, tokens(ModelFixtures.of(MISTRAL), width, height));
    }

    @ParameterizedTest
    @CsvSource({
        "8000, 8000, 16384",
        "1024, 1024, 1369",
        "640, 480, 391",
        "20, 20, 4",
        "4000, 3000, 15301"
    })
    void qwenHasAnArea(int width, int height, long tokens) {
        assertEquals(tokens, tokens(ModelFixtures.of(QWEN2), width, height));
    }

    @ParameterizedTest
    @CsvSource({"8000, 8000, 16384", "50, 50, 64", "1024, 1024, 1024", "30, 900, 88"})
    void theThirdQwenHasALargerOne(int width, int height, long tokens) {
        assertEquals(tokens, tokens(ModelFixtures.of(QWEN3), width, height));
    }

    @Test
    void theFileBesideSaysOtherwise() throws IOException {
        Files.writeString(folder.resolve("config.json"), QWEN2);
        Files.writeString(
                folder.resolve("preprocessor_config.json"),
                "{\"min_pixels\": 3136, \"max_pixels\": 1003520}");
        Model model = ModelFiles.open(folder.toString());
        assertEquals(1225, tokens(model, 8000, 8000));
        assertEquals(
                "pictures are brought to between 3,136 and 1,003,520 pixels, as"
                        + " preprocessor_config.json says",
                model.vision().orElseThrow().limitsSentence());
    }

    @Test
    void newerFilesKeepItWithTheProcessor() throws IOException {
        Files.writeString(folder.resolve("config.json"), MISTRAL);
        Files.writeString(
                folder.resolve("processor_config.json"),
                "{\"image_processor\": {\"size\": {\"longest_edge\": 1024}}}");
        assertEquals(37 * 38, tokens(ModelFiles.open(folder.toString()), 8000, 8000));
    }

    private static long tokens(Model model, int width, int height) {
        var images = new Images(1, width, height, "");
        return model.vision().orElseThrow().promptTokens(images);
    }
}
