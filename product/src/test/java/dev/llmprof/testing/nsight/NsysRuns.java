package dev.llmprof.testing.nsight;

import dev.llmprof.testing.nsight.NsysRun.Call;
import dev.llmprof.testing.nsight.NsysRun.Kind;
import dev.llmprof.testing.nsight.NsysRun.Nvtx;
import dev.llmprof.testing.nsight.NsysRun.OnThread;
import dev.llmprof.testing.nsight.NsysRun.Shape;
import dev.llmprof.testing.nsight.NsysRun.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/// Makes runs of two processes with two threads each, on a GPU of its own: an inference loop in
/// ranges of three levels, with copies, sets, calls that launch nothing, a graph, kernels whose
/// call is not there, and every kind of NVTX event. Same seed, same run.
public final class NsysRuns {
    private static final List<String> KERNELS =
            List.of(
                    "void gemv<(int)7, (bool)0, Params<__nv_bfloat16, float>>(T3)",
                    "void at::native::elementwise<(int)4, Mul<float>>(int, T2, T3)",
                    "ampere_bf16_s16816gemm_128x64_tn",
                    "void flash::forward<Traits<(int)128, (int)64>>(Params)",
                    "softmax");
    private static final List<Shape> SHAPES =
            List.of(
                    new Shape(1, 1, 1, 32, 1, 1),
                    new Shape(16, 32, 7, 128, 1, 1),
                    new Shape(93600, 1, 1, 128, 4, 2));
    private static final List<String> COPIES =
            List.of("[CUDA memcpy HtoD]", "[CUDA memcpy DtoH]", "[CUDA memcpy DtoD]");
    private static final String LAUNCH = "cudaLaunchKernel_v7000";

    private final Random random;
    private final int steps;
    private final List<Work> work = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private final List<Nvtx> nvtx = new ArrayList<>();
    private OnThread thread = new OnThread(0, 0);
    private long correlation;
    private long now;
    private long gpuFree;

    private NsysRuns(long seed, int steps) {
        this.random = new Random(seed);
        this.steps = steps;
    }

    public static NsysRun generated(long seed, int steps) {
        return new NsysRuns(seed, steps).run();
    }

    private NsysRun run() {
        for (int process : new int[] {4711, 4712}) {
            correlation = 100;
            gpuFree = 0;
            thread = new OnThread(process, process);
            event(Nvtx.DOMAIN, "llm", "llm", false, 1_000, OptionalLong.empty());
            // Launched before the recording began: its call is in no table.
            kernel(7, 1_500, 1);
            for (int lane = 0; lane < 2; lane++) {
                thread = new OnThread(process, process + 10 * lane);
                now = 10_000 + 137L * lane;
                for (int step = 0; step < steps; step++) {
                    step(step);
                }
            }
        }
        nvtx.add(
                new Nvtx(
                        Nvtx.START_END,
                        "",
                        "request",
                        false,
                        9_000,
                        OptionalLong.of(now),
                        new OnThread(4712, 4712),
                        Optional.of(thread)));
        event(Nvtx.PUSH_POP, "", "never closed", true, now - 4_000, OptionalLong.empty());
        return new NsysRun(work, calls, nvtx);
    }

    private void step(int number) {
        long from = tick();
        String phase = number == 0 ? "prefill" : "decode";
        for (int layer = 0; layer < 3; layer++) {
            long layerFrom = tick();
            for (int operator = 0; operator < 4; operator++) {
                operator(operator);
            }
            range(Nvtx.PUSH_POP, "llm", "layer " + layer, true, layerFrom);
        }
        event(Nvtx.MARK, "", "token", false, tick(), OptionalLong.empty());
        launch("cudaStreamSynchronize_v3020", 0);
        if (number % 2 == 1) {
            graph();
        }
        range(Nvtx.PUSH_POP, "", phase, true, from);
        long freeFrom = tick();
        launch(LAUNCH, 1); // in no nested range
        range(Nvtx.START_END, "", "sampling, greedy", false, freeFrom);
        launch(LAUNCH, 1); // in no range at all
    }

    private void operator(int number) {
        long from = tick();
        switch (number) {
            case 0 -> launch("cuLaunchKernel", 1);
            case 1 -> copy();
            case 2 -> launch(LAUNCH, 1 + random.nextInt(2));
            default -> set();
        }
        range(Nvtx.PUSH_POP, "", "aten::op, op_id = " + (nvtx.size() % 5), false, from);
    }

    /// So many kernels, each by a call of its own; none for a call that launches nothing.
    private void launch(String name, int kernels) {
        for (int kernel = 0; kernel < kernels; kernel++) {
            call(name);
            kernel(7 + random.nextInt(2), now, correlation);
        }
        if (kernels == 0) {
            call(name);
        }
    }

    /// One call, three kernels under its number.
    private void graph() {
        call("cudaGraphLaunch_v10000");
        for (int node = 0; node < 3; node++) {
            kernel(9, now, correlation);
        }
    }

    private void copy() {
        call("cudaMemcpyAsync_v3020");
        int kind = random.nextInt(COPIES.size());
        onGpu(Kind.COPY, COPIES.get(kind), 7, now, correlation, 1L << (4 + random.nextInt(28)));
    }

    private void set() {
        call("cudaMemsetAsync_v3020");
        onGpu(Kind.SET, "[CUDA memset]", 7, now, correlation, 4L + random.nextInt(1000));
    }

    private void call(String name) {
        correlation++;
        long start = tick();
        long nanos = 700L + random.nextInt(3_000);
        calls.add(new Call(name, start, nanos, thread, correlation));
        now = start + nanos;
    }

    private void kernel(int stream, long asked, long number) {
        onGpu(Kind.KERNEL, KERNELS.get(random.nextInt(5)), stream, asked, number, 0);
    }

    private void onGpu(Kind kind, String name, int stream, long asked, long number, long bytes) {
        long start = Math.max(gpuFree, asked + 500 + random.nextInt(900));
        long nanos = 600L + random.nextInt(9_000);
        Shape shape = SHAPES.get(random.nextInt(SHAPES.size()));
        int process = thread.process();
        work.add(new Work(kind, name, start, nanos, process, stream, number, shape, bytes));
        gpuFree = start + nanos - random.nextInt(300);
    }

    private void range(int type, String domain, String text, boolean registered, long from) {
        event(type, domain, text, registered, from, OptionalLong.of(tick()));
    }

    private void event(
            int type, String domain, String text, boolean registered, long from, OptionalLong to) {
        nvtx.add(new Nvtx(type, domain, text, registered, from, to, thread, Optional.empty()));
    }

    private long tick() {
        now += 50L + random.nextInt(150);
        return now;
    }
}
