package dev.llmprof.testing.kineto;

import dev.llmprof.testing.kineto.GpuEvent.Work;
import java.util.LinkedHashMap;
import java.util.Map;

/// The programs that tests share, one for each kind of capture people bring.
public final class Programs {
    private static final Lane COMPUTE = new Lane(0, 7);
    private static final Lane NETWORK = new Lane(0, 20);
    private static final String ALL_REDUCE =
            "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";

    private Programs() {}

    public static Map<String, Recording> all() {
        Map<String, Recording> all = new LinkedHashMap<>();
        all.put("eager llama", eagerLlama(Dialect.CUDA));
        all.put("eager llama on rocm", eagerLlama(Dialect.HIP));
        all.put("eager llama of 2021", eagerLlama(Dialect.CUDA_2021));
        all.put("rank 1 of 2", tensorParallel(1, 2));
        all.put("two GPUs", twoGpus());
        all.put("idle", Idling.recorded());
        all.put("vllm capture", Served.vllm().capture());
        all.put("vllm decode", Served.vllm().replay());
        all.put("sglang capture", Served.sglang().capture());
        all.put("sglang decode", Served.sglang().replay());
        all.put("two streams in a graph", Served.twoStreams().replay());
        all.put("host only", hostOnly());
        all.put("oddities", oddities());
        for (long seed = 0; seed < 24; seed++) {
            all.put("wandering " + seed, Wandering.recorded(seed));
        }
        return all;
    }

    /// A prompt of 24 tokens and three more, as `generate()` does it.
    public static Recording eagerLlama(Dialect dialect) {
        var program = new Program(dialect, 1);
        var model = new Llama(program, COMPUTE, 3);
        program.unseenLaunch(Work.kernel("the_step_before", COMPUTE, 6_000));
        program.range(
                "ProfilerStep#6",
                () -> {
                    program.operator(
                            "aten::copy_",
                            "[[1, 24], [1, 24], []]",
                            () ->
                                    program.launch(
                                            Work.copy(
                                                    "HtoD (Pageable -> Device)",
                                                    COMPUTE,
                                                    2_100,
                                                    192)));
                    forward(program, dialect, "prefill", () -> model.forward(24));
                    for (int token = 0; token < 3; token++) {
                        forward(program, dialect, "decode", () -> model.forward(1));
                        sample(program);
                    }
                    program.synchronise();
                });
        return program.recorded();
    }

    /// The profiler of 2021 knew no ranges but its own steps.
    private static void forward(Program program, Dialect dialect, String phase, Runnable body) {
        if (dialect.old()) {
            body.run();
        } else {
            program.step(phase, "plain", phase, body);
        }
    }

    private static void sample(Program program) {
        program.operator(
                "aten::item",
                "[[1]]",
                () ->
                        program.operator(
                                "aten::_local_scalar_dense",
                                "[[1]]",
                                () -> {
                                    program.launch(
                                            Work.copy(
                                                    "DtoH (Device -> Pinned)", COMPUTE, 1_400, 8));
                                    program.call("StreamSynchronize");
                                }));
        program.pause(90_000);
    }

    /// Computation on one stream, collectives on another, partly at the same time.
    public static Recording tensorParallel(int rank, int of) {
        var program = new Program(Dialect.CUDA, 40 + rank);
        program.rank(rank, of);
        for (int step = 0; step < 3; step++) {
            program.range(
                    "ProfilerStep#" + step,
                    () -> {
                        for (int layer = 0; layer < 4; layer++) {
                            program.operator(
                                    "aten::mm",
                                    "[[16, 64], [64, 64]]",
                                    () -> program.launch(Work.kernel("gemm", COMPUTE, 41_000)));
                            allReduce(program, 30_000 + 4_000 * rank);
                        }
                        program.synchronise();
                    });
        }
        return program.recorded();
    }

    private static void allReduce(Program program, long nanos) {
        program.operator(
                "c10d::allreduce_",
                "[[[16, 64]], [], [], [], []]",
                () ->
                        program.operator(
                                "record_param_comms",
                                "[[16, 64], [], [], [], []]",
                                () ->
                                        program.range(
                                                "nccl:all_reduce",
                                                () ->
                                                        program.launch(
                                                                Work.collective(
                                                                        ALL_REDUCE,
                                                                        NETWORK,
                                                                        nanos)))));
    }

    /// One process drives two GPUs, each from a thread of its own, and copies between them.
    public static Recording twoGpus() {
        var program = new Program(Dialect.CUDA, 5);
        Lane first = new Lane(0, 7);
        Lane second = new Lane(1, 7);
        for (int micro = 0; micro < 4; micro++) {
            program.step(
                    "decode[" + micro + "]",
                    "plain",
                    "decode",
                    () -> new Llama(program, first, 1).forward(2));
            program.operator(
                    "aten::copy_",
                    "[[2, 64], [2, 64], []]",
                    () ->
                            program.launch(
                                    Work.copy(
                                            "PtoP (Device -> Device)",
                                            new Lane(0, 21),
                                            5_000,
                                            256)));
            program.thread(
                    4_712,
                    () ->
                            program.step(
                                    "decode",
                                    "plain",
                                    "decode",
                                    () -> new Llama(program, second, 1).forward(2)));
        }
        return program.recorded();
    }

    public static Recording hostOnly() {
        var program = new Program(Dialect.CUDA, 6);
        program.range(
                "ProfilerStep#0",
                () ->
                        program.operator(
                                "aten::linear",
                                "[[2, 8], [4, 8]]",
                                () ->
                                        program.operator(
                                                "aten::addmm", "[[4], [2, 8], [8, 4]]", () -> {})));
        return program.recorded();
    }

    /// What is rare: calls past the runtime, lost calls, work of no length, names that need care.
    public static Recording oddities() {
        var program = new Program(Dialect.CUDA, 7);
        program.operator(
                "aten::copy_",
                "",
                () ->
                        program.operator(
                                "aten::copy_",
                                "",
                                () ->
                                        program.launchByDriver(
                                                Work.kernel(
                                                        "triton_poi_fused_add_0",
                                                        COMPUTE,
                                                        9_000))));
        program.operator(
                "ns::café \"quoted\" \\ 日本",
                "",
                () -> program.unseenLaunch(Work.kernel("{\"a\": [1], \"b\"}", COMPUTE, 3_000)));
        program.launch(Work.kernel("launched by nobody, with\ttab", COMPUTE, 0));
        program.pause(400_000);
        program.launch(Work.copyKernel("__amd_rocclr_copyBuffer", new Lane(0, 9), 7_000));
        program.step(
                "step[MIXED]",
                "sglang",
                "mixed",
                () -> program.range("idle", () -> program.pause(1_000)));
        program.step("prefill", "plain", "prefill", () -> chunk(program));
        return program.recorded();
    }

    /// A step within one of the same phase, with a call in it that got lost.
    private static void chunk(Program program) {
        program.step(
                "prefill[chunk 0]",
                "plain",
                "prefill",
                () ->
                        program.operator(
                                "aten::mm",
                                "",
                                () -> program.unseenLaunch(Work.kernel("gemm", COMPUTE, 5_000))));
    }
}
