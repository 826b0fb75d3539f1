package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a server's step is held against with `--model`: the words of the trace, and no request that
/// nobody made.
class ServedBoundsTest {
    private static final Lane LANE = new Lane(0, 7);
    private static final String DECODE =
            "execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk32768sqsq32sqsk32768)";

    @TempDir private Path folder;

    @BeforeEach
    void leaveConfig() throws IOException {
        Files.writeString(folder.resolve("config.json"), ForwardTrace.CONFIG);
    }

    /// 15,360 tokens of 15 sequences; the projections of six layers and the last logits of each.
    @Test
    void aPrefillStepIsHeldAgainstTheTokensInItsName() throws IOException {
        var program = new Program(Dialect.CUDA, 31);
        steps(program, "step[EXTEND bs=15 toks=15360]", 9_000_000);
        var analyzed = analyzed(program, "prefill.json", "--gpu", "l4");
        JsonNode prediction = analyzed.metrics().path("prediction");
        assertTrue(
                prediction
                        .path("requests")
                        .asText()
                        .startsWith(
                                "The prefill bound is for one step of 15 sequences of 1,024"
                                        + " tokens;"),
                prediction::toString);
        JsonNode prefill = prediction.at("/parts/0");
        long projections = 2L * 15_360 * 6 * (4 * 256 * 256 + 3 * 256 * 704);
        long logits = 2L * 15 * 256 * 1000;
        // Queries see the positions before them: half of 1,024 × 1,024, twice, for each sequence.
        long attention = 15L * 6 * 2 * 2 * 256 * 1_024 * 1_025 / 2;
        assertEquals(
                (double) (projections + logits + attention),
                prefill.path("flops").asDouble(),
                .02 * projections,
                prefill::toString);
        assertEquals("prefill", prefill.path("phase").asText());
    }

    /// The bound of 128 tokens held against one step gave 1,135 %.
    @Test
    void theBandwidthOfAStepIsThatOfOneStep() throws IOException {
        var program = new Program(Dialect.CUDA, 32);
        steps(program, DECODE, 2_000_000);
        var analyzed = analyzed(program, "decode.json", "--gpu", "l4");
        JsonNode metrics = analyzed.metrics();
        JsonNode decode = metrics.at("/prediction/step_bound_summary/0");
        double bytes = metrics.at("/prediction/step_bounds/0/bytes").asDouble();
        long weights = 2L * (6 * (4 * 256 * 256 + 3 * 256 * 704) + 256 * 1000);
        long cache = 32L * 6 * 2 * 256 * 2 * 1024;
        assertEquals((double) (weights + cache), bytes, .02 * bytes);
        assertEquals(0, decode.path("steps_above_peak").asLong(), decode::toString);
        assertFalse(report().contains("above its peak"), report());
        assertTrue(report().contains("| MBU, decode | 35.5 % | of 300 GB/s; torch, "), report());
        assertFalse(report().contains("analyze with --model CONFIG"), report());
    }

    @Test
    void aStepQuickerThanItsBoundIsOurErrorAndNoHeadline() throws IOException {
        var program = new Program(Dialect.CUDA, 33);
        steps(program, DECODE, 20_000);
        analyzed(program, "quick.json", "--gpu", "l4");
        assertTrue(
                report().contains("| MBU, decode | – | above its peak: internal error |"),
                report());
    }

    @Test
    void oneOfSeveralRanksIsNotHeldAgainstTheWholeModel() throws IOException {
        var program = new Program(Dialect.CUDA, 34);
        program.rank(0, 8);
        steps(program, DECODE, 400_000);
        assertAsks(program, "rank0.json", "this is one of 8 ranks, and the trace does not say");
        JsonNode prediction =
                analyzed(program, "rank0.json", "--gpu", "l4", "--tp", "2")
                        .metrics()
                        .path("prediction");
        assertTrue(
                prediction.path("requests").asText().contains("those of one GPU of 2"),
                prediction::toString);
    }

    @Test
    void theNameOfAFileSaysThatItIsOneOfSeveralToo() throws IOException {
        var program = new Program(Dialect.CUDA, 35);
        steps(program, DECODE, 400_000);
        assertAsks(
                program,
                "1763311-TP-3-DECODE.trace.json",
                "this is one of at least 4 ranks, and the trace does not say");
        assertAsks(
                program,
                "dp0_pp0_tp1_dcp0_ep1_rank1.1.pt.trace.json",
                "this is one of at least 2 ranks, and the trace does not say");
        analyzed(program, "dp3_pp0_tp0_dcp0_ep0_rank3.1.pt.trace.json", "--gpu", "l4");
        analyzed(program, "llama-tp8.json", "--gpu", "l4");
    }

    private void assertAsks(Program program, String name, String what) throws IOException {
        Path trace = program.recorded().writtenTo(folder.resolve(name));
        var call = new AnalyzeCall(folder);
        assertEquals(2, call.call(trace.toString(), "--model", folder.toString(), "--gpu", "l4"));
        assertTrue(call.said().contains(what), call.said());
        assertTrue(call.said().contains("--tp N"), call.said());
    }

    /// Qwen3-8B has 36 layers, as the trace; with 24 it is refused.
    @Test
    void aRealStepIsHeldAgainstItsBatchAndItsLayers() throws IOException {
        for (Path trace :
                SharedData.ifHere(
                                "kineto/tracelens/inference_sglang_decode_sglang_Qwen3-8B_decode.json.gz")
                        .stream()
                        .toList()) {
            String qwen = ServedStepsTest.QWEN3_8B;
            Files.writeString(folder.resolve("config.json"), qwen);
            var call = new AnalyzeCall(folder);
            String[] words = {trace.toString(), "--model", folder.toString()};
            assertEquals(0, call.call(words), call.said());
            String requests = call.metrics().at("/prediction/requests").asText();
            assertTrue(
                    requests.startsWith(
                            "The decode bound is for one step of 32 sequences at a KV length of"
                                    + " 1,025;"),
                    requests);
            Files.writeString(
                    folder.resolve("config.json"),
                    qwen.replace("\"num_hidden_layers\": 36", "\"num_hidden_layers\": 24"));
            assertEquals(2, call.call(words));
            assertTrue(call.said().contains("the model has 24 layers"), call.said());
        }
    }

    /// gpt-oss-120b has 36 layers; the trace is of the smaller one, which has 24.
    @Test
    void aRealModelOfOtherLayersIsRefused() throws IOException {
        String name = "kineto/tracelens/inference_vllm_decode_full_graph_execution.json.gz";
        for (Path trace : SharedData.ifHere(name).stream().toList()) {
            var call = new AnalyzeCall(folder);
            String model = SharedData.at("hf-configs/gpt-oss-120b").toString();
            assertEquals(2, call.call(trace.toString(), "--model", model, "--gpu", "mi300x"));
            assertTrue(
                    call.said()
                            .contains(
                                    "the model has 36 layers, the kernels of matrix products ran 24"
                                            + " times each"),
                    call.said());
        }
    }

    /// Six layers of one product each, so that the model's layers are there.
    private static void steps(Program program, String name, long nanos) {
        for (int step = 0; step < 3; step++) {
            program.range(
                    name,
                    () -> {
                        for (int layer = 0; layer < 6; layer++) {
                            program.launch(Work.kernel("gemm", LANE, nanos / 6));
                        }
                    });
        }
    }

    private AnalyzeCall analyzed(Program program, String name, String... more) throws IOException {
        Path trace = program.recorded().writtenTo(folder.resolve(name));
        var call = new AnalyzeCall(folder);
        String[] words = new String[more.length + 3];
        words[0] = trace.toString();
        words[1] = "--model";
        words[2] = folder.toString();
        System.arraycopy(more, 0, words, 3, more.length);
        assertEquals(0, call.call(words), call.said());
        return call;
    }

    private String report() throws IOException {
        return Files.readString(folder.resolve("out/report.md"));
    }
}
