package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.engine.weights.Json;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `llmprof infer` as a user types it, from the command line to its files.
class InferIT {
    private static final Path HOME = SharedData.projectRoot().resolve("engine/target");
    private static final List<String> SMALL =
            List.of(
                    "model.preprocess.base_size=256",
                    "model.preprocess.image_size=160",
                    "pipeline.torch_profiler.warmup_rounds=1");

    @TempDir private Path folder;

    @Test
    void leavesPredictionsAndPictures() throws IOException, InterruptedException {
        Process process =
                start(
                        "infer.max_new_tokens=6",
                        "dataset.pages=3",
                        "pipeline.torch_profiler.output.prediction.enable=true",
                        "pipeline.torch_profiler.output.visualization.enable=true",
                        "pipeline.torch_profiler.output.extra.tiny.visualization.max_images=2");

        assertEquals(0, process.waitFor(), this::errors);
        assertEquals(folder.resolve("run") + "\n", Files.readString(folder.resolve("out.txt")));
        assertTrue(errors().contains("3/3 "), errors());
        assertTrue(errors().contains("3 items: prefill "), errors());
        for (String record : List.of("config.yaml", "overrides.yaml", "env.json", "inputs.yaml")) {
            assertTrue(Files.exists(folder.resolve("run").resolve(record)), record);
        }
        JsonNode manifest = Expected.json(folder.resolve("run/manifest.json"));
        assertEquals("done", manifest.path("outcome").asText());
        assertEquals("infer", manifest.at("/stages/0/name").asText());
        Path stage = folder.resolve("run/torch_profiler");
        assertTrue(Files.size(stage.resolve("trace.json.gz")) > 1000);
        List<String> lines = Files.readAllLines(stage.resolve("pred/predictions.jsonl"));
        assertEquals(3, lines.size());
        for (String line : lines) {
            assertEquals(
                    Set.of(
                            "image",
                            "text_raw",
                            "text_clean",
                            "prefill_ms",
                            "decode_ms",
                            "vision_ms",
                            "tokens",
                            "tokens_per_s"),
                    names(Json.MAPPER.readTree(line)));
        }
        try (var pictures = Files.list(stage.resolve("viz"))) {
            List<Path> folders = pictures.toList();
            assertEquals(2, folders.size());
            for (Path each : folders) {
                assertTrue(each.getFileName().toString().matches("[0-9a-f]{32}"), each + "");
                assertTrue(Files.size(each.resolve("result_with_boxes.jpg")) > 100);
                assertTrue(Files.exists(each.resolve("result.mmd")));
                assertEquals(
                        Set.of("source_image", "text_raw", "timings_ms", "boxes"),
                        names(Expected.json(each.resolve("info.json"))));
            }
        }
    }

    @Test
    void ctrlCKeepsWhatThereIs() throws IOException, InterruptedException {
        Process process = start("dataset.pages=300", "pipeline.torch_profiler.enable=false");
        while (!errors().contains("1/300 ")) {
            assertTrue(process.isAlive(), this::errors);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();

        assertEquals(130, process.waitFor(), this::errors);
        assertEquals(folder.resolve("run") + "\n", Files.readString(folder.resolve("out.txt")));
        assertTrue(errors().contains(" items (interrupted): prefill "), errors());
        JsonNode results = Expected.json(folder.resolve("run/tmp/direct_inference/results.json"));
        assertTrue(results.path("interrupted").asBoolean());
        int kept = results.path("items").size();
        assertTrue(kept > 0 && kept < 300, kept + " items");
    }

    @Test
    void namesTheFilesThatAreNotThere() throws IOException, InterruptedException {
        Path root = Files.createDirectories(folder.resolve("data"));
        Path list = Files.writeString(root.resolve("list.txt"), "one.png\ntwo.png\n");
        Process process = start("+dataset.root=" + root, "+dataset.subset_filelist=" + list);

        assertEquals(2, process.waitFor(), this::errors);
        assertTrue(errors().contains("error: 2 files of the list are not there"), errors());
        assertTrue(errors().contains(root.resolve("one.png").toString()), errors());
        assertTrue(errors().contains(root.resolve("two.png").toString()), errors());
    }

    @Test
    void saysThatAnAnswerWasCutToWhatTheModelReads() throws IOException, InterruptedException {
        Process process =
                typed(
                        "model=tiny_text",
                        "dataset.pages=1",
                        "infer.max_new_tokens=9999",
                        "pipeline.torch_profiler.enable=false");

        assertEquals(0, process.waitFor(), this::errors);
        assertTrue(
                errors().contains(
                                "note: max_new_tokens was cut to fit: the model reads 2048"
                                        + " positions, prompt and answer together\n"),
                errors());
    }

    @Test
    void noEpochsIsAMistake() throws IOException, InterruptedException {
        assertEquals(2, start("dataset.sampling.num_epochs=0").waitFor());

        assertTrue(errors().contains("dataset.sampling.num_epochs"), errors());
        assertTrue(!Files.exists(folder.resolve("run")), "nothing was started");
    }

    private Process start(String... overrides) throws IOException {
        return typed(Stream.concat(SMALL.stream(), Stream.of(overrides)).toArray(String[]::new));
    }

    private Process typed(String... overrides) throws IOException {
        Assumptions.assumeTrue(
                Files.exists(HOME.resolve("llmprof-engine.jar")), "skipped: no engine was built");
        List<String> argv = new ArrayList<>(EngineJvm.llmprof(EngineJvm.classPath()));
        argv.addAll(List.of("infer", "device=cpu", "hydra.run.dir=" + folder.resolve("run")));
        argv.addAll(List.of(overrides));
        return new ProcessBuilder(argv)
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
    }

    private static Set<String> names(JsonNode node) {
        var names = new TreeSet<String>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private String errors() {
        try {
            return Files.readString(folder.resolve("err.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
