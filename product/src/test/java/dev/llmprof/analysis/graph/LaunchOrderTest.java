package dev.llmprof.analysis.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.graph.GraphEvidence.Call;
import dev.llmprof.analysis.graph.GraphEvidence.Replay;
import dev.llmprof.table.LongColumn;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LaunchOrderTest {
    @Test
    void callsThatDoNotSayWhatTheyLaunchAreJoinedInOrder() {
        GraphAttribution found =
                GraphAttributionTest.attributed(
                        List.of("sm90_gemm", "Memset (Device)", "rms_norm_kernel"),
                        launch("cudaLaunchKernel", "aten::mm"),
                        launch("cudaMemsetAsync", "aten::zero_"),
                        launch("cuLaunchKernelEx", "vllm::rms_norm"));
        assertEquals("launch order", found.method());
        assertEquals(0.8, found.confidence());
        assertEquals(
                List.of("aten::mm", "aten::zero_", "vllm::rms_norm"),
                GraphAttributionTest.operators(found));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("misfits")
    void orderAloneIsNotBelievedWhere(String reason, List<String> kernels, int streams) {
        Replay replay = new Replay(kernels, LongColumn.of(1, 2), List.of(), streams, List.of());
        List<Call> calls =
                List.of(
                        launch("cudaLaunchKernel", "aten::mm"),
                        launch("cudaLaunchKernel", "aten::copy_"));
        GraphEvidence evidence =
                new GraphEvidence(
                        "t", List.of(new GraphEvidence.Capture(calls)), List.of(replay), Map.of());
        assertEquals(
                "layer pattern",
                GraphAttributions.of(evidence, List.of(evidence)).orElseThrow().method());
    }

    static Stream<Arguments> misfits() {
        return Stream.of(
                Arguments.of("a copy is no kernel", List.of("gemm", "Memcpy DtoD"), 1),
                Arguments.of("streams ran side by side", List.of("gemm", "copy_kernel"), 2),
                Arguments.of("a product runs no norm", List.of("rms_norm_kernel", "copy"), 1),
                Arguments.of("a copy runs no product", List.of("gemm", "gemm"), 1));
    }

    /// Graphs of other batch sizes have the same kernels and other shapes.
    @Test
    void whatEquallyGoodCapturesDifferInIsNotKnown() {
        KernelOrigin small =
                new KernelOrigin("aten::mm", "nn.Module: Linear_1", "[8]", "", true, true);
        KernelOrigin large = small.with("nn.Module: Linear_2", "[16]");
        List<GraphEvidence.Capture> captures =
                Stream.of(small, large)
                        .map(origin -> new Call("hipLaunchKernel", "gemm", origin))
                        .map(call -> new GraphEvidence.Capture(List.of(call)))
                        .toList();
        GraphEvidence evidence =
                new GraphEvidence(
                        "t",
                        captures,
                        List.of(GraphAttributionTest.replay(List.of("gemm"))),
                        Map.of());
        assertEquals(
                List.of(small.with("Linear", "")),
                GraphAttributions.alignments(evidence, List.of(evidence)).getFirst().origins());
    }

    private static Call launch(String name, String operator) {
        return new Call(name, "", new KernelOrigin(operator, "", "", "", true, true));
    }
}
