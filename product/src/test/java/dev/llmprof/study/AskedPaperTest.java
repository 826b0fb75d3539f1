package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.testing.ForwardTrace;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Graph;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import dev.llmprof.testing.kineto.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    private Optional<AnalyzeCall> analyzed = Optional.empty();

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
        assertTrue(said().contains("time that matches operators of the model: prefill"), said());
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
    void aModelOfOtherShapesIsRefused() throws IOException {
        leave(ForwardTrace.CONFIG.replace("256", "512"));
        assertEquals(2, call(forward().toString(), "--model", folder.toString()));
        assertTrue(
                said().contains("did not make this trace: 0 % of the time in matrix products"),
                said());
    }

    @Test
    void aModelOfMoreLayersIsRefused() throws IOException {
        leave(ForwardTrace.CONFIG.replace("\"num_hidden_layers\": 6", "\"num_hidden_layers\": 9"));
        assertEquals(2, call(forward().toString(), "--model", folder.toString()));
        assertTrue(said().contains("the model has 9 layers, the trace ran 6 in a pass"), said());
    }

    @Test
    void howManyGpusShareTheModelIsReadFromItsShapes() throws IOException {
        leave(
                ForwardTrace.CONFIG
                        .replace("704", "1408")
                        .replace("\"hidden_size\": 256", "\"hidden_size\": 256, \"head_dim\": 64")
                        .replace("heads\": 4", "heads\": 8")
                        .replace("1000", "2000"));
        String requests = analyze(forward()).at("/prediction/requests").asText();
        assertTrue(requests.contains("one GPU of 2: tensor parallel 2"), requests);
    }

    @Test
    void aStepOfAServerIsHeldAgainstOneStepOfItsBatch() throws IOException {
        Recording served =
                served(
                        "execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk32768sqsq32sqsk32768)");
        JsonNode prediction =
                analyze(served.writtenTo(folder.resolve("served.json")), "--gpu", "l4")
                        .path("prediction");
        assertEquals(
                "The decode bound is for one step of 32 sequences at a KV length of 1,024;"
                        + " measured is the median of 2 steps, start to start on the GPU."
                        + " The trace has no shapes of matrix products, so whether it is of this"
                        + " model was not checked.",
                prediction.path("requests").asText());
        assertEquals(List.of("decode"), phases(prediction));
        assertEquals(medianPeriod(served), prediction.at("/parts/0/measured_ns").asLong());
    }

    @Test
    void aStepThatDoesNotSayItsKvLengthIsCountedWithoutReadingIt() throws IOException {
        Path unsaid = served("step[DECODE bs=32]").writtenTo(folder.resolve("unsaid.json"));
        JsonNode without = analyze(unsaid, "--gpu", "l4").path("prediction");
        String words = without.path("requests").asText();
        assertTrue(
                words.contains("without reading its KV cache, whose length is not in the trace"),
                words);
        JsonNode with = analyze(unsaid, "--gpu", "l4", "--prompt", "1024").path("prediction");
        long keysAndValues = 2L * 256 * 2;
        assertEquals(
                32 * 6 * keysAndValues * 1023,
                with.at("/parts/0/bytes").asLong() - without.at("/parts/0/bytes").asLong());
    }

    @Test
    void kernelsThatRepeatOtherwiseThanTheLayersRefuseTheModel() throws IOException {
        leave(ForwardTrace.CONFIG.replace("\"num_hidden_layers\": 6", "\"num_hidden_layers\": 8"));
        Path trace = served("step[DECODE bs=32]").writtenTo(folder.resolve("served.json"));
        assertEquals(2, call(trace.toString(), "--model", folder.toString(), "--gpu", "l4"));
        assertTrue(
                said().contains(
                                "the model has 8 layers, the kernels of matrix products ran 18"
                                        + " times each"),
                said());
    }

    @Test
    void whatNoTraceSaysIsAskedFor() throws IOException {
        Path trace = served("warm-up").writtenTo(folder.resolve("plain.json"));
        assertEquals(2, call(trace.toString(), "--model", folder.toString(), "--gpu", "l4"));
        assertTrue(said().contains("what was asked of the model is not in the trace"), said());
        assertTrue(said().contains("--batch N --prompt N"), said());
    }

    /// Three times a graph of six layers.
    private static Recording served(String name) {
        var lane = new Lane(0, 7);
        var program = new Program(Dialect.CUDA, 21);
        Graph graph =
                program.capture(() -> {
                    for (int layer = 0; layer < 6; layer++) {
                        program.launch(Work.kernel("ampere_bf16_gemm", lane, 40_000));
                        program.launch(Work.kernel("paged_attention", lane, 10_000));
                    }
                });
        var serving = new Program(Dialect.CUDA, 22);
        for (int step = 0; step < 3; step++) {
            serving.range(name, () -> serving.replay(graph));
            serving.pause(500_000);
        }
        return serving.recorded();
    }

    /// Between the first kernels of neighbours; two of them are no more than a mean.
    private static long medianPeriod(Recording served) {
        long first = served.gpu().getFirst().startNanos();
        return (served.gpu().get(24).startNanos() - first) / 2;
    }

    private static List<String> phases(JsonNode prediction) {
        return prediction.path("parts").findValuesAsText("phase").stream().distinct().toList();
    }

    private void leave(String config) throws IOException {
        Files.writeString(folder.resolve("config.json"), config);
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
    void aRequestWithoutAModelIsAMistake() {
        assertEquals(2, call(OWN.toString(), "--batch", "2"));
        assertTrue(said().contains("add --model CONFIG"), said());
    }

    private String said() {
        return analyzed().said();
    }

    private JsonNode analyze(Path trace, String... more) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(trace.toString());
        words.addAll(List.of("--model", folder.toString()));
        words.addAll(List.of(more));
        assertEquals(0, call(words.toArray(String[]::new)), said());
        return analyzed().metrics();
    }

    private int call(String... words) {
        return analyzed().call(words);
    }

    private AnalyzeCall analyzed() {
        AnalyzeCall call = analyzed.orElseGet(() -> new AnalyzeCall(folder));
        analyzed = Optional.of(call);
        return call;
    }
}
