package dev.llmprof.analysis.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.breakdown.RangeBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.testing.nsight.NsysRun.Nvtx;
import dev.llmprof.testing.nsight.NsysRun.OnThread;
import dev.llmprof.testing.nsight.NsysSchema;
import dev.llmprof.trace.nsys.NsysTraces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Layer-wise NVTX as vLLM and SGLang write it: a range around each module, whose name is a Python
/// dictionary. Two layers, in each an attention with a projection inside and an MLP.
class DescribedModulesTest {
    private static final OnThread THREAD = new OnThread(4711, 4711);

    @TempDir Path directory;
    private final List<NsysRun.Work> work = new ArrayList<>();
    private final List<NsysRun.Call> calls = new ArrayList<>();
    private final List<Nvtx> nvtx = new ArrayList<>();
    private Capture capture;

    @BeforeEach
    void record() throws IOException {
        range("serve", 0, 100_000);
        for (int layer = 0; layer < 2; layer++) {
            long from = 1_000 + layer * 40_000L;
            String path = "model.layers." + layer;
            range(module(path + ".self_attn"), from, 20_000);
            range(module(path + ".self_attn.qkv_proj"), from + 1_000, 5_000);
            launch("gemm", from + 2_000, 3_000);
            launch("flash_fwd", from + 10_000, 7_000);
            range(module(path + ".mlp"), from + 25_000, 10_000);
            launch("gemm", from + 26_000, 4_000);
        }
        var run = new NsysRun(work, calls, nvtx);
        Path file = NsysExport.write(run, NsysSchema.V3_25, directory.resolve("run.sqlite"));
        capture = Capture.of(NestedTrace.of(NsysTraces.read(file)));
    }

    @Test
    void theInnermostDescribedModuleHasTheKernelsOfAllLayers() {
        assertEquals(
                List.of(
                        "model.layers.*.self_attn 2 14000",
                        "model.layers.*.mlp 2 8000",
                        "model.layers.*.self_attn.qkv_proj 2 6000"),
                capture.gpu().modules().rows().stream()
                        .map(row -> row.module() + " " + row.gpuEvents() + " " + row.nanos())
                        .toList());
    }

    @Test
    void modulesAreNoRangesBesides() {
        assertEquals(
                List.of("serve"),
                capture.marked().namedRanges().stream().map(RangeBreakdown.Row::name).toList());
    }

    @Test
    void aPathOfNumbersStandsForAnyOfThem() {
        assertEquals(
                "model.layers.*.block_sparse_moe.experts.*.w1",
                Modules.className(module("model.layers.31.block_sparse_moe.experts.7.w1")));
        assertEquals("lm_head", Modules.className("{'Module': 'lm_head', 'Inputs': [[1, 4096]]}"));
    }

    private static String module(String path) {
        return "{'Module': '"
                + path
                + "', 'TrainableParams': {'weight': (64, 64)}, 'Inputs': [[8, 64]]}";
    }

    private void range(String name, long start, long nanos) {
        nvtx.add(
                new Nvtx(
                        Nvtx.PUSH_POP,
                        "",
                        name,
                        false,
                        start,
                        OptionalLong.of(start + nanos),
                        THREAD,
                        Optional.empty()));
    }

    private void launch(String kernel, long start, long nanos) {
        long correlation = calls.size() + 1L;
        calls.add(new NsysRun.Call("cudaLaunchKernel_v7000", start, 500, THREAD, correlation));
        work.add(
                new NsysRun.Work(
                        NsysRun.Kind.KERNEL,
                        kernel,
                        start + 1_000,
                        nanos,
                        THREAD.process(),
                        7,
                        correlation,
                        new NsysRun.Shape(1, 1, 1, 32, 1, 1),
                        0));
    }
}
