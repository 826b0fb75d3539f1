package dev.llmprof.analysis.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Rules that need shapes, graphs, phases or several GPUs, each where it has to fire and where not.
class RuleRecordingsTest {
    private static final String SQUARE = "[[4096, 4096], [4096, 4096]]";
    private static final String ONE_SQUARE = "[[1, 4096, 4096], [1, 4096, 4096]]";
    private static final String LARGE = "[[8192, 8192], [8192, 8192]]";

    private final List<String> events = new ArrayList<>();
    private String gpu = "NVIDIA H100 80GB HBM3";
    private int correlation;
    private int lastEnd;

    @Test
    void anOperatorFarFromTheBoundOfItsShapesLosesTheTimeAboveIt() throws IOException {
        operator("aten::mm", SQUARE, "sm90_gemm_bf16", 1_000);
        var slow = (Advice.SlowOperator) all().getFirst();
        assertEquals(2.0 * 4096 * 4096 * 4096 / 989.4e12 * 1e9, slow.boundNanos(), 1);
        assertEquals(1_000_000 - Math.round(slow.boundNanos()), slow.savingNanos().orElseThrow());

        events.clear();
        operator("aten::mm", SQUARE, "sm90_gemm_bf16", 200);
        assertEquals(List.of(), all());
    }

    @Test
    void withoutAKnownGpuNothingIsFarFromABound() throws IOException {
        gpu = "some GPU";
        operator("aten::mm", SQUARE, "sm90_gemm_bf16", 1_000);
        operator("aten::mul", LARGE, "vectorized_elementwise_kernel", 1_500);
        assertEquals(List.of(), all());
    }

    @Test
    void fusingKernelsThatOnlyMoveDataSavesAllOfThemAtMost() throws IOException {
        operator("aten::mul", LARGE, "vectorized_elementwise_kernel", 150);
        var traffic = (Advice.MemoryTraffic) all().getFirst();
        assertEquals(3.0 * 2 * 8192 * 8192 / 3.35e12 * 1e9, traffic.trafficNanos(), 200);
        assertEquals("memory_traffic", traffic.kind());
        assertEquals(OptionalLong.of(150_000), traffic.savingNanos());

        operator("aten::mm", SQUARE, "sm90_gemm_bf16", 200);
        operator("aten::mm", SQUARE, "sm90_gemm_bf16", 200);
        assertEquals(List.of(), all());
    }

    @Test
    void gapsInsideAReplayAreThoseOfTheGraph() throws IOException {
        replay(0, 50, 70, 50);
        assertEquals("[graph_gaps 20000]", said());
        events.clear();
        replay(0, 50, 52, 50);
        assertEquals("[]", said());
    }

    @Test
    void theProductsOfADecodeAreNamedWhereTheyAreMostOfIt() throws IOException {
        events.add(host("user_annotation", "decode", -100, 90, ""));
        kernel(0, "sm90_gemm_bf16", 0, 80);
        kernel(0, "softmax", 80, 20);
        var decode = (Advice.DecodeProducts) all().getFirst();
        assertEquals(
                List.of(new Advice.Product("sm90_gemm_bf16", 1, 80_000, .8)), decode.products());
        kernel(0, "softmax", 100, 80);
        assertEquals("[]", said());
    }

    /// Two kinds of product, neither of which is nearly all of it.
    @Test
    void whatTheBoundsOfItsOperatorsTellOfADecodeIsNotSaidAgain() throws IOException {
        events.add(host("user_annotation", "decode", -1_001, 100, ""));
        operator("aten::mm", SQUARE, "sm90_gemm_bf16", 1_000);
        operator("aten::bmm", ONE_SQUARE, "sm90_gemm_bf16_tn", 1_000);
        assertEquals(
                List.of("slow_operator", "slow_operator"),
                all().stream().map(Advice::kind).toList());
    }

    @Test
    void anOperatorThatIsSlowInAnotherPhaseTellsNothingOfTheDecode() throws IOException {
        events.add(host("user_annotation", "prefill", -1_001, 15, ""));
        operator("aten::bmm", ONE_SQUARE, "sm90_gemm_bf16", 1_000);
        events.add(host("user_annotation", "decode", -981, 50, ""));
        operator("aten::mm", SQUARE, "sm90_gemm_bf16_tn", 200);
        assertEquals(
                List.of("slow_operator", "decode_products"),
                all().stream().map(Advice::kind).toList());
    }

    @Test
    void aGpuThatComputesLongerThanTheOthersIsNamed() throws IOException {
        kernel(0, "sm90_gemm_bf16", 0, 100);
        kernel(1, "sm90_gemm_bf16", 0, 60);
        assertEquals("[uneven_gpus 20000]", said());
        kernel(1, "sm90_gemm_bf16", 60, 40);
        assertEquals("[]", said());
    }

    private String said() throws IOException {
        return all().stream()
                .map(advice -> advice.kind() + " " + advice.savingNanos().orElseThrow())
                .toList()
                .toString();
    }

    private List<Advice> all() throws IOException {
        String json =
                "{\"deviceProperties\": [{\"id\": 0, \"name\": \""
                        + gpu
                        + "\"}], \"traceEvents\": ["
                        + String.join(",", events)
                        + "]}";
        var bytes = new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8));
        NestedTrace nested = NestedTrace.of(KinetoReader.read("t", bytes));
        Capture capture = Capture.of(nested).withPictures(nested);
        return Advices.of(Optional.of(capture), Optional.empty(), List.of(), Optional.empty());
    }

    /// A call whose kernel is queued while the one before still runs.
    private void operator(String name, String shapes, String kernel, int micros) {
        int start = events.isEmpty() ? 0 : lastEnd;
        String args =
                "\"Input Dims\": "
                        + shapes
                        + ", \"Input type\": [\"c10::BFloat16\", \"c10::BFloat16\"]";
        events.add(host("cpu_op", name, -1_000 + 20 * correlation, 10, args));
        int id = ++correlation;
        events.add(
                host(
                        "cuda_runtime",
                        "cudaLaunchKernel",
                        -1_000 + 20 * (id - 1) + 2,
                        3,
                        "\"correlation\": " + id));
        events.add(gpu(0, kernel, start, micros, id));
        lastEnd = start + micros;
    }

    private void kernel(int device, String name, int start, int micros) {
        int id = ++correlation;
        events.add(
                host(
                        "cuda_runtime",
                        "cudaLaunchKernel",
                        -95 + 5 * id,
                        2,
                        "\"correlation\": " + id));
        events.add(gpu(device, name, start, micros, id));
    }

    private void replay(int first, int micros, int second, int more) {
        int id = ++correlation;
        events.add(host("cuda_runtime", "cudaGraphLaunch", -50, 5, "\"correlation\": " + id));
        events.add(gpu(0, "sm90_gemm_bf16", first, micros, id));
        events.add(gpu(0, "softmax", second, more, id));
    }

    private static String gpu(int device, String name, int start, int micros, int id) {
        return event("kernel", name, device, 7, start, micros)
                + ", \"args\": {\"stream\": 7, \"device\": %d, \"correlation\": %d}}"
                        .formatted(device, id);
    }

    private static String host(String kind, String name, int start, int micros, String args) {
        return event(kind, name, 100, 1, start, micros) + ", \"args\": {" + args + "}}";
    }

    private static String event(
            String kind, String name, int process, int thread, int start, int micros) {
        return "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d, \"ts\": %d, \"dur\": %d"
                .formatted(kind, name, process, thread, start + 10_000, micros);
    }
}
