package dev.llmprof.testing.kineto;

import dev.llmprof.testing.kineto.GpuEvent.Work;
import java.util.List;
import java.util.Random;

/// A program that goes where its seed sends it, through everything a [Program] can say.
final class Wandering {
    private static final String[] OPERATORS = {
        "aten::mm", "aten::add", "aten::copy_", "custom::op"
    };
    private static final String[] KERNELS = {"gemm", "add<4>", "softmax", "triton_red_fused_0"};
    private static final List<Dialect> DIALECTS =
            List.of(Dialect.CUDA, Dialect.HIP, Dialect.CUDA_2021);
    private static final int DEEPEST = 5;

    private final Random random;
    private final Dialect dialect;
    private final Program program;

    private Wandering(long seed) {
        this.random = new Random(seed);
        this.dialect = DIALECTS.get((int) (seed % DIALECTS.size()));
        this.program = new Program(dialect, seed);
    }

    static Recording recorded(long seed) {
        var wandering = new Wandering(seed);
        for (int at = 0; at < 12; at++) {
            wandering.go(0);
        }
        return wandering.program.recorded();
    }

    private void go(int depth) {
        switch (random.nextInt(depth < DEEPEST ? 13 : 6)) {
            case 0, 1, 2 ->
                    program.launch(Work.kernel(any(KERNELS), lane(), random.nextLong(90_000)));
            case 3 -> program.launch(Work.collective("ncclDevKernel_AllGather", lane(), 25_000));
            case 4 -> program.launch(Work.copy("HtoD (Pinned -> Device)", lane(), 4_000, 64));
            case 5 -> program.unseenLaunch(Work.set(lane(), 1_000, 16));
            case 6 -> program.range("ProfilerStep#" + random.nextInt(3), () -> on(depth));
            case 7 -> program.thread(5_000 + random.nextInt(2), () -> on(depth));
            case 8 -> program.module("Block_" + random.nextInt(4), () -> on(depth));
            case 9 -> program.synchronise();
            case 10 -> phase(depth);
            default -> program.operator(any(OPERATORS), "[[1, 2]]", () -> on(depth));
        }
    }

    private void phase(int depth) {
        String phase = random.nextBoolean() ? "prefill" : "decode";
        if (!dialect.old()) {
            program.step(phase, "plain", phase, () -> on(depth));
        }
    }

    private void on(int depth) {
        for (int times = random.nextInt(4); times > 0; times--) {
            go(depth + 1);
        }
    }

    private Lane lane() {
        return new Lane(random.nextInt(2), 7 + random.nextInt(3));
    }

    private String any(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }
}
