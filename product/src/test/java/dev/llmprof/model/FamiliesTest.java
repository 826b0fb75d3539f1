package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.cost.CountVariants;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.family.Families;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.KvCache;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Families under their own keys, defaults and switches, against counts of transformers.
class FamiliesTest {

    /// Families whose code is not part of transformers; published models stand for them in the
    /// facts.
    private static final List<String> ELSEWHERE =
            List.of(
                    "qwen",
                    "deepseek_moe",
                    "mimo",
                    "chatglm",
                    "baichuan",
                    "internlm",
                    "internlm2",
                    "internlm3",
                    "dbrx",
                    "stablelm_epoch",
                    "orion",
                    "xverse",
                    "minicpm");

    /// Those that transformers builds only behind eyes, as in `seeing.txt`.
    private static final List<String> BEHIND_EYES = List.of("glm4v_text", "mllama_text_model");

    /// Where we differ on purpose, by how much. Helium's class gives its output projection the
    /// width of the model, so that these three cannot run. DeepSeek-V2's has a query rank, which
    /// the published V2-Lite without that key has not.
    private static final List<String> DIFFERENT =
            List.of("deepseek_v2 301940736", "helium 12288", "helium -18432", "helium 12288");

    @Test
    void countsEveryFamilyAsTransformersDoes() throws IOException {
        List<String> differences = new ArrayList<>();
        Set<String> carried = new HashSet<>(ELSEWHERE);
        carried.addAll(BEHIND_EYES);
        List<String> lines = lines("families.txt");
        for (String line : lines) {
            int blank = line.indexOf(' ');
            long expected = Long.parseLong(line.substring(0, blank));
            Model model = ModelFixtures.of(line.substring(blank + 1));
            long counted = Parameters.of(model, Precision.BF16).total();
            carried.add(model.family());
            assertFalse(model.assumed(), line);
            if (counted != expected) {
                differences.add(model.family() + " " + (counted - expected));
            }
        }
        assertEquals(DIFFERENT, differences);
        assertTrue(lines.size() > 500, lines.size() + " configurations");
        assertEquals(Set.copyOf(Families.names()), carried);
    }

    @Test
    void countsModelsThatSeeAsTransformersDoes() throws IOException {
        List<String> differences = new ArrayList<>();
        for (String line : lines("seeing.txt")) {
            int blank = line.indexOf(' ');
            Model model = ModelFixtures.of(line.substring(blank + 1));
            long counted = Parameters.of(model, Precision.BF16).total();
            if (counted != Long.parseLong(line.substring(0, blank)) || model.vision().isEmpty()) {
                differences.add(counted + " for " + line);
            }
            assertEquals(List.of(), model.unknownKeys(), line);
            assertEquals(List.of(), model.notes(), line);
        }
        assertEquals(List.of(), differences);
    }

    /// A part we cannot count is named, and the count is said to be of the text alone.
    @Test
    void saysWhenEyesAreNotCounted() {
        Model model =
                ModelFixtures.of(
                        """
                        {"model_type": "newcomer_vl", "text_config": {"model_type": "llama"},
                         "vision_config": {"hidden_size": 5}}\
                        """);
        assertEquals(6_738_415_616L, Parameters.of(model, Precision.BF16).total());
        assertEquals(List.of("vision_config"), model.unknownKeys());
        assertEquals(List.of(Model.ONLY_TEXT), model.notes());
    }

    /// The published models have 96 heads of 128 and biases, whether config.json says so or not;
    /// two layers of 96 + 8 + 8 heads. One of other sizes is as transformers builds it, without.
    @Test
    void aGlmOfThePublishedHeadsHasBiasesThatItsDescriptionDoesNotName() {
        long silent = glm("\"num_attention_heads\": 96, \"head_dim\": 128");
        assertEquals(
                silent,
                glm("\"num_attention_heads\": 96, \"head_dim\": 128, \"attention_bias\": true"));
        assertEquals(
                silent - 2 * (96 + 8 + 8) * 128,
                glm("\"num_attention_heads\": 96, \"head_dim\": 128, \"attention_bias\": false"));
        assertEquals(
                glm("\"num_attention_heads\": 16, \"head_dim\": 32, \"attention_bias\": false"),
                glm("\"num_attention_heads\": 16, \"head_dim\": 32"));
    }

    private static long glm(String heads) {
        return parameters(
                        """
                        {"model_type": "glm4_moe", "hidden_size": 64, "intermediate_size": 96,
                         "moe_intermediate_size": 32, "n_routed_experts": 4, "n_shared_experts": 1,
                         "num_experts_per_tok": 2, "first_k_dense_replace": 1, "num_hidden_layers": 2,
                         "num_key_value_heads": 8, "vocab_size": 128, %s}\
                        """
                                .formatted(heads))
                .total();
    }

    @Test
    void marksEveryCountOfAStrangerAsAssumed() throws IOException {
        int counted = 0;
        for (String line : lines("strangers.txt")) {
            try {
                Model model = ModelFixtures.of(line.substring(line.indexOf(' ') + 1));
                assertTrue(model.assumed(), line);
                counted++;
            } catch (Problem.Found found) {
                assertFalse(found.problems().getFirst().fix().isEmpty(), line);
            }
        }
        assertTrue(counted > 10, counted + " of strangers");
    }

    @Test
    void countsModelsThatSeeThroughClipAndSiglip() {
        String llava =
                """
                {"model_type": "llava", "text_config": {"model_type": "llama", "vocab_size": 32064},
                 "vision_config": {"model_type": "clip_vision_model", "hidden_size": 1024,
                  "image_size": 336, "intermediate_size": 4096, "num_attention_heads": 16,
                  "num_hidden_layers": 24, "patch_size": 14}, "vision_feature_layer": -2}\
                """;
        assertEquals(7_063_427_072L, parameters(llava).total());
        Vision eyes = ModelFixtures.of(llava).vision().orElseThrow();
        assertEquals(576, eyes.promptTokens(new Images(1, 336, 336, "")));
        String medgemma =
                """
                {"model_type": "gemma3", "mm_tokens_per_image": 256,
                 "text_config": {"model_type": "gemma3_text", "hidden_size": 5376, "head_dim": 128,
                  "intermediate_size": 21504, "num_attention_heads": 32, "num_hidden_layers": 62,
                  "num_key_value_heads": 16, "vocab_size": 262208},
                 "vision_config": {"model_type": "siglip_vision_model", "hidden_size": 1152,
                  "image_size": 896, "intermediate_size": 4304, "num_attention_heads": 16,
                  "num_hidden_layers": 27, "patch_size": 14, "vision_use_head": false}}\
                """;
        assertEquals(27_432_406_640L, parameters(medgemma).total());
    }

    @Test
    void tellsWhatACheckpointOfDeepSeekV3StoresBeside() {
        Model model = Presets.find("deepseek-v3").orElseThrow();
        assertEquals(671_026_419_200L, Parameters.of(model, Precision.BF16).total());
        assertEquals(13_463_426_304L, model.stored().getFirst().parameters());
        // One float for each block of 128 by 128, of the 61 layers and of the predicting one.
        long scales =
                CountVariants.of(model).stream()
                        .filter(variant -> variant.reason().equals("scales of quantised weights"))
                        .findFirst()
                        .orElseThrow()
                        .parameters();
        assertEquals(41_540_496, scales);
        assertEquals(684_531_386_000L, 671_026_419_200L + 13_463_426_304L + scales);
        assertEquals(
                70_272, KvCache.of(model.decoder(), Precision.of(Format.BF16)).bytesPerToken());
    }

    @Test
    void weighsQuantisedCheckpoints() {
        Model small = Presets.find("gpt-oss-20b").orElseThrow();
        assertEquals(13.761e9, Parameters.of(small, small.precision()).weightBytes(), 0.001e9);
        Model large = Presets.find("gpt-oss-120b").orElseThrow();
        assertEquals(65_248_815_744.0, Parameters.of(large, large.precision()).weightBytes());
    }

    @Test
    void readsAFamilyItDoesNotKnowAsAPlainDecoderAndSaysSo() {
        Model model =
                ModelFixtures.of(
                        """
                        {"model_type": "newcomer", "hidden_size": 64, "num_hidden_layers": 2,
                         "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100,
                         "mystery": 3}\
                        """);
        assertTrue(model.assumed());
        assertEquals(List.of("mystery"), model.unknownKeys());
        // 2·100·64 tables, 2·(4·64² + 3·64·128 + 2·64) layers, 64 for the last norm.
        assertEquals(
                12_800 + 2 * (16_384 + 24_576 + 128) + 64,
                Parameters.of(model, Precision.BF16).total());
    }

    @Test
    void saysWhichSizeIsMissing() {
        Problem.Found found =
                assertThrows(
                        Problem.Found.class,
                        () ->
                                ModelFixtures.of(
                                        "{\"model_type\": \"newcomer\", \"hidden_size\": 64}"));
        assertFalse(found.problems().getFirst().fix().isEmpty());
    }

    @Test
    void refusesSizesNoModelHas() {
        for (String hidden : List.of("1e300", "-5", "1.5", "99999999999999999999")) {
            String json =
                    """
                    {"model_type": "llama", "hidden_size": %s, "num_hidden_layers": 2,
                     "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100}\
                    """
                            .formatted(hidden);
            assertThrows(Problem.Found.class, () -> ModelFixtures.of(json), hidden);
        }
        String overflow =
                """
                {"model_type": "llama", "hidden_size": 1000000000, "num_hidden_layers": 9000,
                 "num_attention_heads": 4, "intermediate_size": 1000000000, "vocab_size": 100}\
                """;
        assertThrows(Problem.Found.class, () -> parameters(overflow));
    }

    private static Parameters parameters(String json) {
        return Parameters.of(ModelFixtures.of(json), Precision.BF16);
    }

    private static List<String> lines(String name) throws IOException {
        try (var in = FamiliesTest.class.getResourceAsStream(name)) {
            String text =
                    new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }
}
