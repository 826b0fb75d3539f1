package dev.llmprof.run.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Step;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.Composed;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pipeline.static_analysis.*` from an override to the files of a run.
class StaticKeysTest {
    private static final String KEY = "pipeline.static_analysis.";

    @TempDir private Path run = Path.of(".");

    @Test
    void countsAPictureOfItsOwnByDefault() throws IOException {
        JsonNode json = counted();
        assertTrue(json.at("/metadata/use_synthetic_inputs").asBoolean());
        assertEquals(json.at("/metadata/base_size").asInt(), json.at("/metadata/image_h").asInt());
        assertEquals("the description", json.at("/parameters/source").asText());
    }

    @Test
    void countsAPromptAndNoPictureForATextModel() throws IOException {
        JsonNode asked = counted("model=tiny_text").path("request");
        assertEquals(512, asked.path("prompt_tokens").asInt(), asked::toString);
        assertEquals(0, asked.path("images").asInt(), asked::toString);
        JsonNode other = counted("model=tiny_text", "request.prompt=100").path("request");
        assertEquals(100, other.path("prompt_tokens").asInt());
    }

    @Test
    void countsTheFirstPictureOfTheDatasetWhenAsked() throws IOException {
        Path root = Files.createDirectories(run.resolve("data/images"));
        ImageIO.write(picture(300, 200), "png", root.resolve("b.png").toFile());
        ImageIO.write(picture(640, 480), "png", root.resolve("a.png").toFile());
        String[] real = {
            KEY + "use_synthetic_inputs=false",
            "dataset=omnidocbench",
            "dataset.root=" + run.resolve("data")
        };
        JsonNode json = counted(real);
        assertFalse(json.at("/metadata/use_synthetic_inputs").asBoolean());
        assertEquals(640, json.at("/metadata/image_w").asInt());
        assertEquals(480, json.at("/metadata/image_h").asInt());
        Path list = Files.writeString(run.resolve("list.txt"), "\nimages/b.png\n");
        List<String> listed = new ArrayList<>(List.of(real));
        listed.add("dataset.subset_filelist=" + list);
        assertEquals(300, counted(listed.toArray(String[]::new)).at("/metadata/image_w").asInt());
    }

    @Test
    void saysThatThereIsNoPictureToMeasure() throws IOException {
        Path empty = Files.createDirectories(run.resolve("empty"));
        Composed composed =
                Composed.of(
                        KEY + "use_synthetic_inputs=false",
                        "dataset=omnidocbench",
                        "dataset.root=" + empty);
        assertTrue(
                composed.problems().stream()
                        .anyMatch(problem -> problem.fix().contains("use_synthetic_inputs=true")),
                composed.problems().toString());
    }

    @Test
    void leavesNoFilesWhereReportsAreOff() {
        assertEquals(new Outcome.Done(List.of()), outcome(KEY + "write_reports=false"));
        assertFalse(Files.exists(run.resolve("static_analysis")));
    }

    @Test
    void takesTheWeightsForTheTruthAndRefusesThemWithoutTheFallback() throws IOException {
        Path folder = Files.createDirectories(run.resolve("model"));
        Files.writeString(
                folder.resolve("config.json"),
                """
                {"model_type": "llama", "hidden_size": 4, "num_hidden_layers": 1,
                 "num_attention_heads": 2, "intermediate_size": 6, "vocab_size": 5,
                 "tie_word_embeddings": true, "torch_dtype": "bfloat16"}\
                """);
        // 168 are described, 175 are stored.
        byte[] header =
                "{\"model.embed_tokens.weight\":{\"dtype\":\"BF16\",\"shape\":[5,4],\"data_offsets\":[0,40]},\"model.layers.0.all\":{\"dtype\":\"BF16\",\"shape\":[155],\"data_offsets\":[40,350]}}"
                        .getBytes(StandardCharsets.UTF_8);
        ByteBuffer file =
                ByteBuffer.allocate(8 + header.length + 350).order(ByteOrder.LITTLE_ENDIAN);
        Files.write(
                folder.resolve("model.safetensors"),
                file.putLong(header.length).put(header).array());
        JsonNode json = counted("model.path=" + folder, "model.dtype=bf16");
        assertEquals(175, json.at("/parameters/total").asLong());
        assertEquals(175, json.at("/total/params").asLong());
        assertEquals(168, json.at("/parameters/from_description").asLong());
        assertEquals("the header of model.safetensors", json.at("/parameters/source").asText());
        assertEquals(350, json.at("/weights/bytes").asLong());
        assertEquals("the header of model.safetensors", json.at("/weights/source").asText());
        JsonNode difference = json.at("/weights/checkpoint/difference/0");
        assertEquals("unexplained", difference.at("/reason").asText());
        assertEquals(7, difference.at("/elements").asLong());
        Outcome refused = outcome(KEY + "use_analytic_fallback=false", "model.path=" + folder);
        assertInstanceOf(Outcome.Failed.class, refused);
        assertTrue(refused.problemsMet().getFirst().what().contains("+7 unexplained"));
    }

    private JsonNode counted(String... overrides) throws IOException {
        Outcome outcome = outcome(overrides);
        assertInstanceOf(Outcome.Done.class, outcome, outcome.toString());
        Path file = run.resolve("static_analysis/static_compute.json");
        assertTrue(Files.exists(run.resolve("static_analysis/static_compute.md")));
        return new ObjectMapper().readTree(file.toFile());
    }

    private Outcome outcome(String... overrides) {
        List<String> all = new ArrayList<>(List.of(overrides));
        all.add("gpu=l4");
        Composed composed = Composed.with(List.of(), all.toArray(String[]::new));
        assertEquals(List.of(), composed.problems());
        return composed.steps().stream()
                .map(Step::stage)
                .filter(stage -> stage.name().equals("static_analysis"))
                .findFirst()
                .orElseThrow()
                .run(
                        new Workspace(
                                run,
                                run.resolve("static_analysis"),
                                new SystemProcesses(Map.of()),
                                InstantSource.system(),
                                List.of()));
    }

    private static BufferedImage picture(int width, int height) {
        return new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    }
}
