package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.shape.Model;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a user may name, and what they hear when it is not there or not for us.
class ModelFilesTest {
    private static final String LLAMA =
            """
            {"model_type": "llama", "hidden_size": 4, "num_hidden_layers": 1,
             "num_attention_heads": 2, "intermediate_size": 6, "vocab_size": 5}\
            """;

    @TempDir private Path folder = Path.of(".");

    @Test
    void findsWhatTheHubsToolsHaveDownloaded() throws IOException {
        Path snapshot =
                Files.createDirectories(
                        folder.resolve("hub/models--some--model-1b/snapshots/0123abc"));
        Files.writeString(snapshot.resolve("config.json"), LLAMA);
        Model model = ModelFiles.open("some/model-1b", Map.of("HF_HOME", folder.toString()));
        assertEquals("some/model-1b", model.name());
        assertEquals(4, model.decoder().hidden());
        assertEquals(
                4,
                ModelFiles.open(
                                "some/model-1b",
                                Map.of("HF_HUB_CACHE", folder.resolve("hub").toString()))
                        .decoder()
                        .hidden());
    }

    @Test
    void saysHowToGetWhatIsOnlyOnTheHub() {
        Problem problem = problem("Qwen/Qwen3-8B-FP8");
        assertTrue(problem.what().contains("Hugging Face"), problem.what());
        assertEquals(
                "hf download Qwen/Qwen3-8B-FP8 config.json --local-dir Qwen3-8B-FP8, then llmprof"
                        + " model Qwen3-8B-FP8; or the preset qwen3-8b",
                problem.fix());
    }

    @Test
    void tellsAPathFromAName() {
        assertEquals(
                "there is no file or folder '/no/such/config.json'",
                problem("/no/such/config.json").what());
        assertEquals("there is no file or folder 'nowhere.json'", problem("nowhere.json").what());
        assertTrue(problem("qwen3-8").fix().startsWith("did you mean qwen3-8b?"));
        assertEquals("no file, folder or preset 'a\0b'", problem("a\0b").what());
    }

    @Test
    void refusesWhatIsNoDecoder() throws IOException {
        assertRefused("an encoder with a decoder", "whisper", "\"is_encoder_decoder\": true");
        assertRefused("an encoder", "bert", "\"hidden_size\": 768");
        assertRefused("an encoder", "newcomer", "\"architectures\": [\"NewcomerForMaskedLM\"]");
    }

    @Test
    void saysHowToMendBrokenJson() throws IOException {
        Path file =
                Files.writeString(folder.resolve("broken.json"), "{\"model_type\": \"llama\",\n");
        Problem problem = problem(file.toString());
        assertEquals(file + ":2", problem.at());
        assertEquals("correct it, or download it again", problem.fix());
    }

    @Test
    void understandsWhatPythonWritesForInfinity() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("infinite.json"),
                        LLAMA.replace("}", ", \"time_step_limit\": [0.0, Infinity]}"));
        assertEquals(4, ModelFiles.open(file.toString()).decoder().hidden());
    }

    private void assertRefused(String what, String type, String more) throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("config.json"),
                        "{\"model_type\": \"" + type + "\", " + more + "}");
        Problem problem = problem(file.toString());
        assertTrue(problem.what().startsWith("'" + type + "' is " + what + ";"), problem.what());
        assertTrue(problem.fix().contains("Llama"), problem.fix());
    }

    private static Problem problem(String word) {
        return assertThrows(Problem.Found.class, () -> ModelFiles.open(word, Map.of()))
                .problems()
                .getFirst();
    }
}
