package dev.llmprof.testing.kineto;

import dev.llmprof.testing.kineto.GpuEvent.Work;

/// A loop whose GPU has little to do: the host loads data, collects garbage, allocates and waits,
/// while the stream of the communication stands idle most of the time.
public final class Idling {
    private static final Lane COMPUTE = new Lane(0, 7);
    private static final Lane TALK = new Lane(0, 20);

    private Idling() {}

    public static Recording recorded() {
        var program = new Program(Dialect.CUDA, 11);
        Graph graph =
                program.capture(() -> {
                    for (int layer = 0; layer < 4; layer++) {
                        program.launch(Work.kernel("gemm_" + layer, COMPUTE, 30_000));
                    }
                });
        for (int step = 0; step < 3; step++) {
            program.frame("serve.py(12): step", () -> step(program, graph));
        }
        return program.recorded();
    }

    private static void step(Program program, Graph graph) {
        program.range(
                "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                () -> program.operator("aten::stack", "[[8]]", () -> program.pause(2_400_000)));
        program.operator(
                "aten::mm",
                "[[8, 8], [8, 8]]",
                () -> program.launch(Work.kernel("gemm", COMPUTE, 90_000)));
        program.launch(Work.collective("ncclDevKernel_AllReduce", TALK, 20_000));
        program.synchronise();
        program.frame(
                "<built-in method collect of module object at 0x7f00>",
                () -> program.pause(700_000));
        program.call("Malloc");
        program.frame("sampling.py(3): top_k", () -> program.pause(50_000));
        program.replay(graph);
        program.pause(20_000);
        program.launch(Work.kernel("softmax", COMPUTE, 5_000));
        program.synchronise();
    }
}
