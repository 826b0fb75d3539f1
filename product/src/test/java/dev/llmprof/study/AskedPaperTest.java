package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.app.PluginLists;
import dev.llmprof.cli.CommandWords;
import dev.llmprof.cli.Console;
import dev.llmprof.cli.Front;
import dev.llmprof.cli.analyze.AnalyzeCommand;
import dev.llmprof.cli.analyze.AnalyzeRun;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.testing.ForwardTrace;
import dev.llmprof.testing.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `analyze … --model --gpu`: bounds beside a trace that somebody else made.
class AskedPaperTest {
    private static final String QWEN =
            "kineto/tracelens/h100_Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz";
    private static final Path OWN =
            Path.of("src/test/resources/kineto-own/torch-cpu/llama_generate_shapes.json.gz");

    @TempDir private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @BeforeEach
    void leaveConfig() throws IOException {
        Files.writeString(folder.resolve("config.json"), ForwardTrace.CONFIG);
    }

    @Test
    void requestAndGpuAreReadFromTheTrace() throws IOException {
        readsFrom(forward(), "batch of 8, a prompt of 512", ForwardTrace.ALL);
    }

    private void readsFrom(Path trace, String asked, long nanos) throws IOException {
        JsonNode prediction = analyze(trace).path("prediction");
        assertEquals("H100-SXM5-80GB", prediction.path("hardware").asText());
        assertTrue(prediction.path("requests").asText().contains(asked), prediction::toString);
        assertEquals(nanos, prediction.at("/model_operators/0/measured_ns").asLong());
        assertTrue(said().contains("explained by the model: prefill"), said());
    }

    @Test
    void theyAreReadFromACompressedTraceToo() throws IOException {
        Path packed = folder.resolve("packed.json.gz");
        try (var zipped = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(forward(), zipped);
        }
        readsFrom(packed, "batch of 8, a prompt of 512", ForwardTrace.ALL);
        var qwen = SharedData.ifHere(QWEN);
        if (qwen.isPresent()) {
            Files.writeString(
                    folder.resolve("config.json"),
                    """
                    {"model_type": "qwen2", "hidden_size": 1024, "intermediate_size": 2816,
                     "num_hidden_layers": 24, "num_attention_heads": 16, "num_key_value_heads": 16,
                     "vocab_size": 151936, "tie_word_embeddings": true, "torch_dtype": "bfloat16"}
                    """);
            readsFrom(qwen.get(), "batch of 16, a prompt of 559", 45_647_300);
        }
    }

    @Test
    void whatTheUserSaysOfThemStands() throws IOException {
        JsonNode prediction =
                analyze(forward(), "--gpu", "l4", "--batch", "2", "--prompt", "64")
                        .path("prediction");
        assertEquals("L4", prediction.path("hardware").asText());
        assertTrue(prediction.path("requests").asText().contains("batch of 2, a prompt of 64 "));
    }

    private Path forward() throws IOException {
        return ForwardTrace.write(folder.resolve("forward.json"), 1);
    }

    @Test
    void aTraceThatNamesNoGpuNeedsOneNamed() {
        assertEquals(2, call(OWN.toString(), "--model", folder.toString()));
        assertTrue(said().contains("which GPU this ran on is not known"), said());
    }

    @Test
    void aModelThatIsNotThereIsToldBeforeAnythingIsRead() {
        assertEquals(2, call(OWN.toString(), "--model", "nowhere", "--gpu", "l4"));
        assertTrue(said().startsWith("error: no file, folder or preset 'nowhere'"), said());
    }

    @Test
    void aGpuWithoutAModelIsAMistake() {
        assertEquals(2, call(OWN.toString(), "--gpu", "l4"));
        assertTrue(said().contains("add --model CONFIG"), said());
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private JsonNode analyze(Path trace, String... more) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(trace.toString());
        words.addAll(List.of("--model", folder.toString()));
        words.addAll(List.of(more));
        assertEquals(0, call(words.toArray(String[]::new)), said());
        return new JsonMapper().readTree(folder.resolve("out/metrics.json").toFile());
    }

    private int call(String... words) {
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        var console = new Console(stream, stream, false, false, Console.Volume.QUIET);
        var run =
                new AnalyzeRun(
                        console,
                        () -> "stamp",
                        word -> List.of(ShippedGpus.catalogue().named(word)),
                        PluginLists.SHIPPED::study);
        List<String> all = new ArrayList<>(List.of("analyze"));
        all.addAll(List.of(words));
        all.add("--output=" + folder.resolve("out"));
        return Front.run(
                CommandWords.of(all), Map.of("analyze", () -> new AnalyzeCommand(run)), console);
    }
}
