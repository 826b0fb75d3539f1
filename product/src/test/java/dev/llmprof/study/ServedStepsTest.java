package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.testing.ForwardTrace;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `analyze … --model` on what servers leave, to its files.
class ServedStepsTest {
    private static final Lane LANE = new Lane(0, 7);
    static final String QWEN3_8B =
            """
            {"model_type": "qwen3", "hidden_size": 4096, "intermediate_size": 12288,
             "num_hidden_layers": 36, "num_attention_heads": 32, "num_key_value_heads": 8,
             "head_dim": 128, "vocab_size": 151936, "tie_word_embeddings": false,
             "torch_dtype": "bfloat16"}
            """;

    /// No two of its matrices have the same sides.
    private static final String NARROW_HEADS =
            ForwardTrace.CONFIG
                    .replace("\"hidden_size\"", "\"head_dim\": 32, \"hidden_size\"")
                    .replace("\"num_key_value_heads\": 4", "\"num_key_value_heads\": 2");

    @TempDir private Path folder;
    private Optional<AnalyzeCall> analyzed = Optional.empty();

    @Test
    void everyStepHasItsOwnBoundInJsonCsvPageAndTerminal() throws IOException {
        var program = new Program(Dialect.CUDA, 3);
        for (int step = 0; step < 4; step++) {
            int keys = 32 * (1000 + step);
            program.range(
                    "execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk%dsqsq32sqsk%d)"
                            .formatted(keys, keys),
                    () -> {
                        for (int layer = 0; layer < 6; layer++) {
                            program.launch(Work.kernel("gemm", LANE, 500_000));
                        }
                    });
        }
        JsonNode prediction = analyze(program, "served.json", ForwardTrace.CONFIG);
        JsonNode steps = prediction.path("step_bounds");
        assertEquals(List.of("exact", "exact", "exact", "exact"), steps.findValuesAsText("basis"));
        double one =
                steps.path(1).path("bytes").asDouble() - steps.path(0).path("bytes").asDouble();
        assertEquals(6 * 2 * 256 * 2 * 32, one, "one position more of each sequence");
        assertEquals("decode", prediction.path("step_bound_summary").path(0).path("kind").asText());
        assertEquals(5, lines("step_bounds"));
        assertEquals(2, lines("step_bound_summary"));
        String page = Files.readString(folder.resolve("out/report.html"));
        assertTrue(page.contains("Every step as a multiple of its bound"), "drawn over time");
        assertTrue(page.contains("Steps under the roof"), "drawn under the roof");
        assertTrue(said().contains("Steps against their bounds"), said());
    }

    private int lines(String table) throws IOException {
        return Files.readAllLines(folder.resolve("out/csv/" + table + ".csv")).size();
    }

    /// Nothing but kernels and a hook's ranges, as nsys sees a server.
    @Test
    void kernelsInDescribedModulesAreTheModelsOperators() throws IOException {
        var program = new Program(Dialect.CUDA, 5);
        for (int step = 0; step < 2; step++) {
            program.range("step[DECODE bs=8 g_sk=800 g_sqsq=8 g_sqsk=800]", () -> layers(program));
        }
        JsonNode join =
                analyze(program, "layers.json", NARROW_HEADS).path("model_operators").path(0);
        assertEquals(1.0, join.path("explained_share").asDouble(), 1e-9);
        assertEquals(
                Map.of(
                        "q_proj k_proj v_proj", 2 * 6 * 30_000L,
                        "o_proj", 2 * 6 * 10_000L,
                        "down_proj", 2 * 6 * 25_000L),
                measured(join));
    }

    private static Map<String, Long> measured(JsonNode join) {
        var measured = new TreeMap<String, Long>();
        for (JsonNode row : join.path("rows")) {
            List<String> names = new ArrayList<>();
            row.path("model_operators").forEach(name -> names.add(name.asText()));
            if (row.path("measured_ns").asLong() > 0) {
                measured.put(String.join(" ", names), row.path("measured_ns").asLong());
            }
        }
        return measured;
    }

    private static void layers(Program program) {
        for (int layer = 0; layer < 6; layer++) {
            String path = "model.layers." + layer + ".";
            module(program, path + "self_attn.qkv_proj", "(256, 256)", 256, 30_000);
            module(program, path + "self_attn.o_proj", "(256, 128)", 128, 10_000);
            module(program, path + "mlp.down_proj", "(256, 704)", 704, 25_000);
        }
    }

    private static void module(Program program, String path, String weight, int in, long nanos) {
        program.range(
                "{'Module': '%s', 'TrainableParams': {'weight': %s}, 'Inputs': [[8, %d]], 'StaticParams': {}}"
                        .formatted(path, weight, in),
                () -> program.launch(Work.kernel("gemm", LANE, nanos)));
    }

    @Test
    void aFileForOnePhaseSaysWhatItsStepsAre() throws IOException {
        var program = new Program(Dialect.CUDA, 6);
        for (int step = 0; step < 3; step++) {
            program.range(
                    "scheduler.run_batch",
                    () -> program.launch(Work.kernel("gemm", LANE, 900_000)));
        }
        assertEquals(List.of("decode"), kinds(program, "1763311-TP-0-DECODE.trace.json"));
        assertEquals(List.of("prefill"), kinds(program, "1763311-TP-0-EXTEND.trace.json"));
        assertEquals(List.of("step"), kinds(program, "1763311-TP-0.trace.json"));
    }

    private List<String> kinds(Program program, String name) throws IOException {
        Path trace = program.recorded().writtenTo(folder.resolve(name));
        assertEquals(0, call(trace.toString()), said());
        return metrics().path("captures").path(0).path("step_summary").findValuesAsText("kind");
    }

    /// A decode step of 32 sequences of Qwen3-8B on an MI300X moves 16.4 GB of weights at least, in
    /// 3.1 ms at 5.3 TB/s.
    @Test
    void aStepOfARealServerIsNotFasterThanItsBound() throws IOException {
        Optional<Path> trace =
                SharedData.ifHere(
                        "kineto/tracelens/inference_sglang_decode_sglang_Qwen3-8B_decode.json.gz");
        if (trace.isPresent()) {
            Files.writeString(folder.resolve("config.json"), QWEN3_8B);
            assertEquals(
                    0,
                    call(trace.get().toString(), "--model", folder.toString(), "--gpu", "mi300x"),
                    said());
            JsonNode step = metrics().at("/prediction/step_bounds/0");
            assertEquals("decode", step.path("kind").asText());
            assertEquals(false, step.path("above_peak").asBoolean());
            assertTrue(step.path("bytes").asDouble() > 15e9, step.toString());
            assertTrue(step.path("times_bound").asDouble() > 1, step.toString());
        }
    }

    private JsonNode analyze(Program program, String name, String config) throws IOException {
        Files.writeString(folder.resolve("config.json"), config);
        Path trace = program.recorded().writtenTo(folder.resolve(name));
        assertEquals(
                0, call(trace.toString(), "--model", folder.toString(), "--gpu", "l4"), said());
        return metrics().path("prediction");
    }

    private JsonNode metrics() throws IOException {
        return analyzed().metrics();
    }

    private String said() {
        return analyzed().said();
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
