package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Graph;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// CUPTI does not say which kernel a captured call launches.
class CudaGraphStudyTest {
    private static final Lane LANE = new Lane(0, 7);

    @TempDir Path folder;

    /// As vLLM does piecewise: attention runs between small graphs, which were captured for two
    /// sizes, so that shapes are not known.
    @Test
    void manySmallCudaGraphsAreJoinedWhereAllThatFitAgree() throws IOException {
        var capturing = new Program(Dialect.CUDA, 21);
        pieces(capturing, 16);
        List<Graph> graphs = pieces(capturing, 8);
        capturing.recorded().writtenTo(folder.resolve("capture.json"));
        var serving = new Program(Dialect.CUDA, 22);
        for (int step = 0; step < 3; step++) {
            serving.step("decode", "plain", "decode", () -> forward(serving, graphs));
        }
        serving.recorded().writtenTo(folder.resolve("run.json"));
        Capture run = GraphStudyTest.study(folder).main().orElseThrow();
        assertEquals(1.0, run.gpu().attribution().coverage());
        assertEquals(3 * 12, run.gpu().attribution().replayed());
        assertEquals(
                List.of(
                        "aten::mm 27",
                        "vllm::unified_attention 12",
                        "vllm::rms_norm 6",
                        "aten::embedding 3"),
                run.host().operators().byDevice().stream()
                        .map(row -> row.name() + " " + row.calls())
                        .toList());
        assertEquals(
                List.of(""),
                run.host().operatorsByShape().rows().stream()
                        .filter(row -> row.name().equals("aten::mm"))
                        .map(OperatorBreakdown.Row::inputShapes)
                        .toList());
    }

    @Test
    void aCudaCaptureWithOtherCountsExplainsNothing() throws IOException {
        var capturing = new Program(Dialect.CUDA, 23);
        capturing.capture(() -> mm(capturing, 8));
        capturing.recorded().writtenTo(folder.resolve("capture.json"));
        var serving = new Program(Dialect.CUDA, 24);
        Graph graph =
                new Graph(
                        List.of(
                                new Graph.Node(Work.kernel("gemm", LANE, 9_000), "", ""),
                                new Graph.Node(Work.kernel("gemm", LANE, 9_000), "", "")));
        serving.step("decode", "plain", "decode", () -> serving.replay(graph));
        serving.operator("aten::fill_", "", () -> serving.launch(Work.kernel("fill", LANE, 100)));
        serving.recorded().writtenTo(folder.resolve("run.json"));
        Findings findings = GraphStudyTest.study(folder);
        assertEquals(0, findings.main().orElseThrow().gpu().attribution().replayed());
        assertEquals("unknown_graphs", findings.advice().getLast().kind());
    }

    private static List<Graph> pieces(Program program, int tokens) {
        List<Graph> graphs = new ArrayList<>();
        graphs.add(
                program.capture(() -> {
                    program.operator(
                            "aten::embedding",
                            "[[" + tokens + "]]",
                            () -> program.launch(Work.kernel("indexSelect", LANE, 1_000)));
                    mm(program, tokens);
                }));
        for (int layer = 0; layer < 3; layer++) {
            graphs.add(
                    program.capture(() -> {
                        mm(program, tokens);
                        mm(program, tokens);
                    }));
        }
        graphs.add(
                program.capture(() -> {
                    norm(program, tokens);
                    mm(program, tokens);
                    mm(program, tokens);
                    norm(program, tokens);
                }));
        return graphs;
    }

    private static void forward(Program program, List<Graph> graphs) {
        for (Graph graph : graphs) {
            program.replay(graph);
            if (!graph.equals(graphs.getLast())) {
                program.operator(
                        "vllm::unified_attention",
                        "",
                        () -> program.launch(Work.kernel("flash_fwd", LANE, 9_000)));
            }
        }
    }

    private static void mm(Program program, int tokens) {
        program.operator(
                "aten::mm",
                "[[" + tokens + ", 64], [64, 64]]",
                () -> program.launch(Work.kernel("sm90_gemm", LANE, 20_000)));
    }

    private static void norm(Program program, int tokens) {
        program.operator(
                "vllm::rms_norm",
                "[[" + tokens + ", 64]]",
                () -> program.launch(Work.kernel("rms_norm_kernel", LANE, 2_000)));
    }
}
