package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.builtin.TinyModel;
import dev.llmprof.engine.decoder.DecoderConfig;
import dev.llmprof.engine.model.Model;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.pytorch.Device;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Folders that are not whole end in a sentence, never in libtorch's own abort.
class BrokenFolderTest {
    @TempDir private Path cache;
    private Path folder = Path.of(".");

    @BeforeEach
    void makeAWholeOne() {
        folder = TinyModel.OCR.folder(TestCache.in(cache), 3);
    }

    @Test
    void aMissingPart() throws IOException {
        String name = weights().getFileName().toString();
        Files.delete(weights());
        ObjectNode index = Json.MAPPER.createObjectNode();
        index.putObject("weight_map").put("model.norm.weight", name);
        Files.writeString(folder.resolve("model.safetensors.index.json"), index.toString());

        assertEquals(name + " is missing, and the index names it", problem().what());
    }

    @Test
    void aFileCutShort() throws IOException {
        try (var file = new RandomAccessFile(weights().toFile(), "rw")) {
            file.setLength(file.length() / 2);
        }

        assertTrue(problem().what().contains("its tensors end at byte"), problem().what());
    }

    @Test
    void noWeightsAtAll() throws IOException {
        Files.delete(weights());
        Files.deleteIfExists(folder.resolve("model.safetensors.index.json"));

        assertEquals("no *.safetensors file in the model folder", problem().what());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "model_type | \"gpt_neox\" | does not know the model type 'gpt_neox'",
                "hidden_size | 48 | model.embed_tokens.weight is [",
                "num_attention_heads | 3 | but config.json makes it [",
                "num_hidden_layers | 99 | the checkpoint has no tensor model.layers.",
                "vocab_size | 7 | but config.json makes it [7, ",
                "hidden_size | \"wide\" | hidden_size should be a whole number",
                "hidden_act | \"gelu\" | hidden_act is gelu, this engine has silu",
                "rope_scaling | {\"rope_type\":\"su\"} | does not know the rope type 'su'"
            })
    void aConfigurationOfAnotherModel(String key, String value, String what) throws IOException {
        Path file = folder.resolve("config.json");
        ObjectNode config = (ObjectNode) Expected.json(file);
        config.set(key, Json.MAPPER.readTree(value));
        Files.writeString(file, config.toString());

        assertTrue(problem().what().contains(what), problem().what());
    }

    @Test
    void aConfigurationThatIsNoJson() throws IOException {
        Files.writeString(folder.resolve("config.json"), "{\"model_type\": ");

        assertTrue(problem().what().startsWith("cannot read config.json"), problem().what());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[5, 7] | [5, 7]", "9 | [9]", "null | [1]", "absent | [1]"})
    void stopsWhereTheGenerationConfigurationSays(String value, String stops) throws IOException {
        if (!value.equals("absent")) {
            Files.writeString(
                    folder.resolve("generation_config.json"), "{\"eos_token_id\": " + value + "}");
        }

        assertEquals(stops, DecoderConfig.read(folder).vocabulary().endOfText().toString());
    }

    private Path weights() throws IOException {
        try (var files = Files.newDirectoryStream(folder, "*.safetensors")) {
            return files.iterator().next();
        }
    }

    private Problem problem() {
        var found =
                assertThrows(
                        Problem.Found.class,
                        () ->
                                Model.open(
                                        folder,
                                        Precision.FP32,
                                        new Device("cpu"),
                                        new Preprocess(256, 160, true, 9)));
        assertEquals(List.of(1), List.of(found.problems().size()));
        return found.problems().getFirst();
    }
}
