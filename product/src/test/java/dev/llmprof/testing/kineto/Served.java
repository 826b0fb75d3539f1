package dev.llmprof.testing.kineto;

import dev.llmprof.testing.kineto.GpuEvent.Work;

/// A serving engine's decode as two files: one in which the graph was captured, one in which it is
/// replayed, and the graph, which says for every replayed kernel where it comes from.
public record Served(Recording capture, Recording replay, Graph graph) {
    private static final Lane LANE = new Lane(2, 0);

    /// Eager work around one replay in a step that counts tokens.
    public static Served vllm() {
        var capturing = new Program(Dialect.HIP, 11);
        copied(capturing);
        Graph graph = capturing.capture(() -> new Llama(capturing, LANE, 4).forward(8));
        copied(capturing);
        var serving = new Program(Dialect.HIP, 12);
        serving.step(
                "execute_context_0(0)_generation_8(8)",
                "vllm",
                "decode",
                () -> {
                    copied(serving);
                    serving.replay(graph);
                });
        serving.step(
                "execute_context_1(64)_generation_8(8)",
                "vllm",
                "mixed",
                () -> new Llama(serving, LANE, 1).forward(72));
        serving.step(
                "execute_context_1(64)_generation_0(0)",
                "vllm",
                "prefill",
                () -> new Llama(serving, LANE, 1).forward(64));
        return new Served(capturing.recorded(), serving.recorded(), graph);
    }

    /// The same graph again and again.
    public static Served sglang() {
        var capturing = new Program(Dialect.HIP, 13);
        Graph[] graph = new Graph[1];
        capturing.range(
                "capture_8_DECODE",
                () -> graph[0] = capturing.capture(() -> new Llama(capturing, LANE, 6).forward(8)));
        var serving = new Program(Dialect.HIP, 14);
        serving.step(
                "step[EXTEND bs=1 toks=40]",
                "sglang",
                "prefill",
                () ->
                        serving.operator(
                                "sglang::extend_attention",
                                "",
                                () ->
                                        serving.launch(
                                                Work.kernel("extend_attention", LANE, 30_000))));
        for (int token = 0; token < 3; token++) {
            serving.step(
                    "step[DECODE bs=8 toks=8]",
                    "sglang",
                    "decode",
                    () -> {
                        copied(serving);
                        serving.replay(graph[0]);
                    });
        }
        return new Served(capturing.recorded(), serving.recorded(), graph[0]);
    }

    /// Two streams side by side in the graph, whose nodes CUPTI numbers.
    public static Served twoStreams() {
        var program = new Program(Dialect.CUDA, 15);
        Lane side = new Lane(0, 9);
        Graph graph =
                program.capture(() -> {
                    for (int layer = 0; layer < 5; layer++) {
                        program.operator(
                                "aten::mm",
                                "",
                                () -> program.launch(Work.kernel("gemm", new Lane(0, 7), 21_000)));
                        program.operator(
                                "aten::topk",
                                "",
                                () -> program.launch(Work.kernel("topk", side, 4_000)));
                    }
                });
        program.step("decode", "plain", "decode", () -> program.replay(graph));
        return new Served(program.recorded(), program.recorded(), graph);
    }

    private static void copied(Program program) {
        program.operator(
                "aten::copy_",
                "[[8], [8], []]",
                () -> program.launch(Work.copy("DtoD (Device -> Device)", LANE, 3_500, 9_216)));
    }
}
