package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.builtin.TinyModel;
import dev.llmprof.engine.decoder.DecoderConfig;
import dev.llmprof.engine.decoder.KvCache;
import dev.llmprof.engine.model.Model;
import dev.llmprof.engine.model.TextModel;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.bytedeco.pytorch.Device;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What cannot be run exactly is refused with its reason; what a config.json leaves out is as
/// transformers has it.
class InexactModelTest {
    @TempDir private Path cache;
    private Path folder = Path.of(".");

    @BeforeEach
    void makeAWholeOne() throws IOException {
        folder = TinyModel.TEXT.folder(TestCache.in(cache), 3);
        try (var files = Files.newDirectoryStream(folder, "*.safetensors")) {
            Files.move(files.iterator().next(), weights());
        }
    }

    @Test
    void integersWithoutScalesAreNoWeights() throws IOException {
        rewriteHeader("\"F32\"", "\"I32\"");
        assertEquals(
                "tensor model.embed_tokens.weight is stored as I32, quantised", problem().what());
    }

    @Test
    void aQuantisedCheckpointSaysByWhom() throws IOException {
        set("quantization_config", "{\"quant_method\": \"bitsandbytes\"}");
        assertEquals(
                "the weights are quantised by bitsandbytes, and this engine does not widen them",
                problem().what());
    }

    @Test
    void twoFilesWithoutAnIndexAreOneTooMany() throws IOException {
        Path weights = weights();
        Files.copy(weights, folder.resolve("a.safetensors"));
        Files.move(weights, folder.resolve("b.safetensors"));
        assertEquals(
                "2 safetensors files and no index that says which belong together",
                problem().what());
    }

    @Test
    void aStaleCopyBesideTheNamedFileIsLeftAlone() throws IOException {
        Files.write(folder.resolve("old.safetensors"), new byte[] {1, 2, 3});
        assertEquals("llama", open().decoder().config().type());
    }

    @Test
    void aHeadThatIsNotSharedMustBeStored() throws IOException {
        rewriteHeader("\"lm_head.weight\"", "\"lm_hood.weight\"");
        assertEquals(
                "tie_word_embeddings is off and no lm_head.weight is stored", problem().what());
    }

    @Test
    void aHeadThatIsSharedAndStoredMustBeTheSame() throws IOException {
        set("tie_word_embeddings", "true");
        assertEquals(
                "tie_word_embeddings is on, and the stored lm_head.weight is not the embedding",
                problem().what());
    }

    @ParameterizedTest
    @CsvSource({"gpt2", "gpt_neox", "starcoder2"})
    void theTypeIsToldBeforeItsKeys(String type) throws IOException {
        Files.writeString(folder.resolve("config.json"), "{\"model_type\": \"" + type + "\"}");
        assertEquals("this engine does not know the model type '" + type + "'", problem().what());
    }

    @Test
    void weightsThatAreNotNumbersAreTold() throws IOException {
        byte[] file = Files.readAllBytes(weights());
        Arrays.fill(file, file.length - 4096, file.length, (byte) 0xff);
        Files.write(weights(), file);
        TextModel model = open();
        KvCache kept = model.decoder().cache(16);
        model.decoder().reserve(kept, 2);
        Problem.Found found =
                assertThrows(
                        Problem.Found.class,
                        () ->
                                model.decoder()
                                        .forward(model.decoder().embed(List.of(1L, 2L)), kept));
        assertEquals(
                "the model gives no numbers (NaN) for the prompt",
                found.problems().getFirst().what());
    }

    @ParameterizedTest
    @CsvSource({
        "llama, 1e-6, 2048",
        "mistral, 1e-6, 131072",
        "mixtral, 1e-5, 131072",
        "qwen3, 1e-6, 32768"
    })
    void keysThatAreLeftOutAreAsTransformersHasThem(String type, double epsilon, int positions)
            throws IOException {
        DecoderConfig config = trimmed(type, "");
        assertEquals(epsilon, config.normEpsilon());
        assertEquals(positions, config.positions());
    }

    @Test
    void aMistralThatDoesNotSaySoHasAWindow() throws IOException {
        assertEquals(OptionalLong.of(4096), trimmed("mistral", "").windows().getFirst());
        assertEquals(
                OptionalLong.empty(),
                trimmed("mistral", ", \"sliding_window\": null").windows().getFirst());
    }

    @Test
    void theFirstLayersOfAWindowedQwenSeeEverything() throws IOException {
        List<OptionalLong> windows =
                trimmed("qwen2", ", \"use_sliding_window\": true, \"num_hidden_layers\": 29")
                        .windows();
        assertEquals(OptionalLong.empty(), windows.get(27));
        assertEquals(OptionalLong.of(4096), windows.get(28));
    }

    @Test
    void theWarmUpFitsAModelOfFewPositions() throws IOException {
        set("max_position_embeddings", "128");
        TextModel model = open();
        var prepared = model.prepare("warm up ".repeat(40));
        assertEquals(120, model.cut(prepared, 8).ids().size());
    }

    private DecoderConfig trimmed(String type, String more) throws IOException {
        Files.writeString(
                folder.resolve("config.json"),
                """
                {"model_type": "%s", "hidden_size": 64, "num_hidden_layers": 2,
                 "num_attention_heads": 32, "intermediate_size": 8, "vocab_size": 9,
                 "num_local_experts": 2, "num_experts_per_tok": 1%s}\
                """
                        .formatted(type, more));
        return DecoderConfig.read(folder);
    }

    private void set(String key, String value) throws IOException {
        Path file = folder.resolve("config.json");
        ObjectNode config = (ObjectNode) Expected.json(file);
        config.set(key, Json.MAPPER.readTree(value));
        Files.writeString(file, config.toString());
    }

    /// Words of the same length, so that all offsets stay.
    private void rewriteHeader(String from, String to) throws IOException {
        byte[] file = Files.readAllBytes(weights());
        String text = new String(file, StandardCharsets.ISO_8859_1);
        Files.write(weights(), text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1));
    }

    private Path weights() {
        return folder.resolve("model.safetensors");
    }

    private Problem problem() {
        return assertThrows(Problem.Found.class, this::open).problems().getFirst();
    }

    private TextModel open() {
        return (TextModel)
                Model.open(
                        folder,
                        Precision.FP32,
                        new Device("cpu"),
                        new Preprocess(256, 160, true, 9));
    }
}
