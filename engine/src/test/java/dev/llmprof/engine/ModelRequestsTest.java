package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.builtin.TinyModel;
import dev.llmprof.engine.model.Model;
import dev.llmprof.engine.model.TextModel;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.WorkloadSettings;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bytedeco.pytorch.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A model of 128 positions, and prompts that are longer.
class ModelRequestsTest {
    private static final int NEW_TOKENS = 8;

    @TempDir private Path directory;

    @Test
    void promptsMadeOnTheSpotAreCutToTheModelAndItSaysSo() throws IOException {
        var results = new Results();
        var requests = new ModelRequests(settings(Optional.empty()), model(), results);
        Model.Prepared prepared = requests.prepared(prompt());
        assertEquals(120, prepared.ids().size());
        assertEquals(NEW_TOKENS, requests.limits(prepared, NEW_TOKENS).newTokens());
        assertEquals(
                List.of(
                        "prompts were cut to 120 tokens: the model reads 128 positions, prompt and"
                                + " answer together"),
                notes(results));
    }

    @Test
    void onesOwnPromptIsNotCutButRefused() throws IOException {
        var results = new Results();
        var requests = new ModelRequests(settings(Optional.of(directory)), model(), results);
        Model.Prepared prepared = requests.prepared(prompt());
        Problem.Found found =
                assertThrows(Problem.Found.class, () -> requests.limits(prepared, NEW_TOKENS));
        assertEquals(
                "the prompt has " + prepared.ids().size() + " tokens, the model reads 128",
                found.problems().getFirst().what());
        assertEquals(List.of(), notes(results));
    }

    @Test
    void theWarmUpFitsByItselfWithoutAWord() throws IOException {
        var results = new Results();
        var requests = new ModelRequests(settings(Optional.empty()), model(), results);
        Model.Prepared warmUp = requests.synthetic();
        int newTokens = requests.limits(warmUp, ModelRequests.WARMUP_TOKENS).newTokens();
        assertEquals(ModelRequests.WARMUP_TOKENS, newTokens);
        assertEquals(List.of(), notes(results));
    }

    private TextModel model() throws IOException {
        Path folder = TinyModel.TEXT.folder(TestCache.in(directory.resolve("cache")), 3);
        Path file = folder.resolve("config.json");
        ObjectNode config = (ObjectNode) Expected.json(file);
        config.put("max_position_embeddings", 128);
        Files.writeString(file, config.toString());
        return (TextModel) Model.open(folder, Precision.FP32, new Device("cpu"), Preprocess.GUNDAM);
    }

    private Path prompt() throws IOException {
        return Files.writeString(directory.resolve("prompt.txt"), "a long story ".repeat(200));
    }

    private static List<String> notes(Results results) throws IOException {
        Path file = Files.createTempFile("results", ".json");
        try {
            results.write(file, false);
            return Expected.json(file).path("notes").valueStream().map(n -> n.asText()).toList();
        } finally {
            Files.delete(file);
        }
    }

    private WorkloadSettings settings(Optional<Path> root) {
        return new WorkloadSettings(
                "cpu",
                new WorkloadSettings.Model("llama", Optional.empty(), "fp32", 3, Preprocess.GUNDAM),
                new WorkloadSettings.Dataset(
                        root,
                        Optional.empty(),
                        List.of("*.txt"),
                        1,
                        0,
                        new WorkloadSettings.Sampling(
                                OptionalInt.empty(), 1, false, OptionalLong.empty())),
                new WorkloadSettings.Infer("", NEW_TOKENS, 0, false, 0, 0),
                new WorkloadSettings.Warmup(1, true),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                directory.resolve("results.json"));
    }
}
