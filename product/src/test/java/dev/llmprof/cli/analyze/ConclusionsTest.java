package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.report.block.Cell;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import dev.llmprof.testing.kineto.Recording;
import dev.llmprof.testing.kineto.Served;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a page says first of a server's trace: its headlines, its hottest operator, its advice.
class ConclusionsTest {
    private static final Lane LANE = new Lane(0, 7);
    private static final String SERVERS = "kineto/tracelens/inference_";

    @TempDir Path directory;

    /// Enqueueing takes less than a millisecond, the work eight.
    @ParameterizedTest
    @ValueSource(strings = {"execute_context_0(0)_generation_2(2)", "step[DECODE bs=2]"})
    void timePerOutputTokenIsThatOfTheGpu(String name) throws IOException {
        var program = new Program(Dialect.CUDA, 3);
        for (int step = 0; step < 6; step++) {
            program.step(name, "", "decode", () -> kernels(program, 20, 400_000));
        }
        Path trace = program.recorded().writtenTo(directory.resolve("served.json"));
        Concluded said = Concluded.of(directory, trace);
        assertTrue(
                said.report()
                        .contains(
                                "| Time per output token | 8.02 ms | torch, median of 5 decode"
                                        + " steps, start to start |"),
                said.report());
        assertTrue(said.capture().at("/step_summary/0/host_median_ns").asLong() < 1_000_000);
    }

    private static void kernels(Program program, int count, long nanos) {
        for (int at = 0; at < count; at++) {
            program.launch(Work.kernel("gemm", LANE, nanos));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "vllm_decode_full_graph_execution, '10.7 ms | torch, one decode step, GPU busy;'",
        "sglang_decode_sglang_Qwen3-8B_decode, '9.77 ms | torch, one decode step, GPU busy;'"
    })
    void timePerOutputTokenOfRealServersIsThatOfTheGpu(String name, String card)
            throws IOException {
        for (Path trace : SharedData.ifHere(SERVERS + name + ".json.gz").stream().toList()) {
            String report = Concluded.of(directory, trace).report();
            assertTrue(report.contains("| Time per output token | " + card), report);
        }
    }

    @Test
    void aRunBesideTheCaptureOfItsGraphsIsConcludedFromTheRun() throws IOException {
        Served served = Served.sglang();
        Files.createDirectories(directory.resolve("in"));
        served.capture().writtenTo(directory.resolve("in/a_capture.json"));
        served.replay().writtenTo(directory.resolve("in/run.json"));
        Concluded said = Concluded.of(directory, directory.resolve("in"));
        Recording run = served.replay();
        long span =
                run.gpu().stream().mapToLong(GpuEvent::endNanos).max().orElseThrow()
                        - run.gpu().getFirst().startNanos();
        assertTrue(said.report().contains(", of " + Cell.nanos(span).shown() + " from first"));
        assertFalse(said.advice().contains("unknown_graphs"), said.advice()::toString);
        assertFalse(said.advice().contains("unattributed"), said.advice()::toString);
        assertFalse(said.report().contains("CUDA graphs or torch.compile"), said.report());
        for (String format : List.of(said.terminal(), said.report())) {
            assertTrue(format.contains("hottest operator"), format);
            assertFalse(format.contains("of it only"), format);
        }
    }

    /// Times computed apart: `expected/graph_attribution_*` of the captures.
    @ParameterizedTest
    @CsvSource({
        "vllm_decode_full, 99.8 %, vllm::moe_forward 66.9 %, aten::mm, 2.6 %",
        "sglang_decode, 2.1 %, aten::mm 59.1 %, aten::argmax, 0.6 %"
    })
    void realRunsBesideTheirGraphsAreConcludedFromTheRun(
            String name, String busy, String hottest, String operator, String share)
            throws IOException {
        for (Path data : SharedData.ifHere("kineto/tracelens").stream().toList()) {
            copy(data, "inference_" + name);
            Concluded said = Concluded.of(directory, directory.resolve("in"));
            assertTrue(said.report().contains("| GPU busy | " + busy + " |"), said.report());
            assertTrue(said.terminal().contains("hottest operator " + hottest), said.terminal());
            assertFalse(said.advice().contains("unknown_graphs"), said.advice()::toString);
            assertFalse(said.advice().contains("host_wait"), said.advice()::toString);
            assertEquals(share, said.operatorShare(operator), said.report());
        }
    }

    private void copy(Path data, String prefix) throws IOException {
        Files.createDirectories(directory.resolve("in"));
        try (var files = Files.list(data)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(prefix)) {
                    Files.copy(file, directory.resolve("in").resolve(name));
                }
            }
        }
    }

    @Test
    void capturesOfGraphsAloneAreNoRunAndNothingIsAdvisedOnThem() throws IOException {
        Path own = Served.vllm().capture().writtenTo(directory.resolve("capture.json"));
        assertIsNoRun(own);
        for (Path data : SharedData.ifHere("kineto/tracelens").stream().toList()) {
            assertIsNoRun(
                    data.resolve("inference_sglang_decode_capture_traces_bs_32_rank0.json.gz"));
            assertIsNoRun(
                    data.resolve(
                            "inference_vllm_decode_full_capture_traces_graph_capture_rank_0.1773709742341309550.pt.trace.json.gz"));
        }
    }

    private void assertIsNoRun(Path capture) throws IOException {
        Concluded said = Concluded.of(directory, capture);
        assertEquals(List.of(), said.advice());
        assertTrue(said.terminal().contains("not a run"), said.terminal());
        assertFalse(said.terminal().contains("critical path"), said.terminal());
        assertTrue(
                said.report().contains("| GPU busy | – | graphs being captured: not a run |"),
                said.report());
        assertTrue(said.report().contains("Only graphs being captured were given"));
    }

    /// Of the kernels that graphs replay none is held against the one launch of all.
    @Test
    void kernelsOfGraphsAreNotLaunchesShorterThanTheirCall() throws IOException {
        var program = new Program(Dialect.CUDA, 8);
        var graph = program.capture(() -> kernels(program, 400, 2_000));
        for (int step = 0; step < 3; step++) {
            program.step(
                    "execute_context_0(0)_generation_2(2)",
                    "vllm",
                    "decode",
                    () -> {
                        kernels(program, 2, 900_000);
                        program.replay(graph);
                    });
        }
        Path trace = program.recorded().writtenTo(directory.resolve("graphs.json"));
        Concluded said = Concluded.of(directory, trace);
        assertTrue(
                said.terminal()
                        .contains(
                                "0 of 6 kernels ran shorter than the call that launched them · 3"
                                        + " graph launches of 1,200 GPU events"),
                said.terminal());
        for (Path real :
                SharedData.ifHere(SERVERS + "vllm_decode_full_graph_execution.json.gz").stream()
                        .toList()) {
            String terminal = Concluded.of(directory, real).terminal();
            assertTrue(terminal.contains("8 of 13 kernels ran shorter than the call"), terminal);
        }
    }

    /// `generate()` without a word of phases, as a plain trace of vLLM.
    @Test
    void aPlainTraceOfAServerHasItsHeadlines() throws IOException {
        var program = new Program(Dialect.CUDA, 13);
        var graph = program.capture(() -> kernels(program, 30, 10_000));
        executed(program, () -> kernels(program, 40, 200_000));
        for (int token = 0; token < 9; token++) {
            executed(program, () -> program.replay(graph));
        }
        Path trace = program.recorded().writtenTo(directory.resolve("plain.json"));
        String report = Concluded.of(directory, trace).report();
        assertTrue(report.contains("| Time to first token | 8.0"), report);
        assertTrue(report.contains("torch, median of 8 decode steps, start to start"), report);
    }

    private static void executed(Program program, Runnable body) {
        program.frame("vllm/v1/worker/gpu_model_runner.py(3380): execute_model", body);
    }

    @Test
    void aResidualNetworkIsConvolutionAndNoSmallKernels() throws IOException {
        var program = new Program(Dialect.CUDA, 17);
        for (int layer = 0; layer < 40; layer++) {
            program.launch(Work.kernel("volta_scudnn_128x64_relu_interior_nn_v1", LANE, 8_000));
            program.launch(Work.kernel("vectorized_elementwise_kernel", LANE, 2_000));
        }
        Path trace = program.recorded().writtenTo(directory.resolve("resnet.json"));
        Concluded said = Concluded.of(directory, trace);
        assertFalse(said.advice().contains("unfused"), said.advice()::toString);
        assertTrue(said.terminal().contains("convolution   volta_scudnn"), said.terminal());
        for (Path real :
                SharedData.ifHere(
                                "kineto/kineto-tb/resnet50_nw0_worker0.1623143566756.pt.trace.json.gz")
                        .stream()
                        .toList()) {
            assertEquals(List.of("host_wait"), Concluded.of(directory, real).advice());
        }
    }

    @Test
    void theExpertsOfAMixtureComeFirst() throws IOException {
        var program = new Program(Dialect.CUDA, 18);
        for (int layer = 0; layer < 10; layer++) {
            program.launch(
                    Work.kernel(
                            "bmm_E4m3_E4m3E4m3_Fp32_t128x8x128u2_s6_et64x8_swiGlu_dynB_sm100a",
                            LANE,
                            600_000));
            program.launch(
                    Work.kernel(
                            "void vllm::act_and_mul_kernel<c10::BFloat16>(int)", LANE, 100_000));
        }
        Path trace = program.recorded().writtenTo(directory.resolve("moe.json"));
        JsonNode capture = Concluded.of(directory, trace).capture();
        assertEquals(
                List.of("moe", "activation"), capture.path("kernels").findValuesAsText("category"));
    }

    @Test
    void communicationIsOneNumberOnAPage() throws IOException {
        var program = new Program(Dialect.CUDA, 19);
        for (int layer = 0; layer < 10; layer++) {
            program.launch(Work.kernel("gemm", LANE, 100_000));
            program.launch(
                    Work.collective(
                            "void multimem_all_reduce_kernel<c10::BFloat16, 16>(int)",
                            LANE,
                            50_000));
        }
        Path trace = program.recorded().writtenTo(directory.resolve("reduce.json"));
        Concluded said = Concluded.of(directory, trace);
        assertTrue(said.terminal().contains("communication 500 µs, exposed"), said.terminal());
        assertEquals(500_000, said.capture().at("/gpu/exposed_comm_ns").asLong());
        assertTrue(said.advice().contains("exposed_communication"), said.advice()::toString);
        assertTrue(said.report().contains("no computation overlaps 500 µs of it"), said.report());
        Optional<JsonNode> reduce =
                said.kernels()
                        .filter(row -> row.path("name").asText().contains("multimem"))
                        .findFirst();
        assertEquals("communication", reduce.orElseThrow().path("category").asText());
    }
}
