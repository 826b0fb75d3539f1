package dev.llmprof.analysis.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Graph;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import dev.llmprof.testing.kineto.Recording;
import dev.llmprof.trace.kineto.KinetoTraces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StepTimesTest {
    private static final Lane LANE = new Lane(0, 7);
    private static final String DECODE = "execute_context_0(0)_generation_2(2)";

    @Test
    void aStepLastsAsLongAsTheWorkItEnqueuesAndNotAsEnqueueingTook() throws IOException {
        Recording recording = served(6);
        List<Long> starts = starts(recording, 20);
        StepTimes times = times(recording);
        for (int step = 0; step < 5; step++) {
            assertEquals(
                    OptionalLong.of(starts.get(step + 1) - starts.get(step)),
                    times.steps().get(step).periodNanos());
            assertEquals(8_000_000, times.steps().get(step).gpu().busyNanos());
        }
        assertEquals(OptionalLong.empty(), times.steps().getLast().periodNanos());
        long host = times.steps().getFirst().hostNanos();
        assertEquals(true, host < 1_000_000, "enqueued in " + host + " ns");
    }

    @Test
    void timePerOutputTokenIsTheMedianPeriodWhateverTheBatch() throws IOException {
        Recording recording = served(6);
        List<Long> starts = starts(recording, 20);
        List<Long> periods = new ArrayList<>();
        for (int step = 0; step < 5; step++) {
            periods.add(starts.get(step + 1) - starts.get(step));
        }
        periods.sort(null);
        StepTimes.Typical token = times(recording).perOutputToken().orElseThrow();
        assertEquals((double) periods.get(2), token.nanos());
        assertEquals(5, token.count());
    }

    @Test
    void aSingleStepTakesWhatItsGpuWorkRan() throws IOException {
        StepTimes.Typical token = times(served(1)).perOutputToken().orElseThrow();
        assertEquals(8_000_000, token.nanos());
        assertEquals(false, token.steady());
    }

    /// As a server enqueues: without waiting for the GPU, 20 kernels of 400 µs a step.
    private static Recording served(int steps) {
        var program = new Program(Dialect.CUDA, 3);
        for (int step = 0; step < steps; step++) {
            program.step(DECODE, "vllm", "decode", () -> kernels(program, 20, 400_000));
        }
        return program.recorded();
    }

    private static void kernels(Program program, int count, long nanos) {
        for (int i = 0; i < count; i++) {
            program.launch(Work.kernel("gemm", LANE, nanos));
        }
    }

    private static List<Long> starts(Recording recording, int kernels) {
        List<Long> starts = new ArrayList<>();
        for (int at = 0; at < recording.gpu().size(); at += kernels) {
            starts.add(recording.gpu().get(at).startNanos());
        }
        return starts;
    }

    @Test
    void aPrefillBetweenDecodeStepsIsNoPartOfTheirPeriod() throws IOException {
        var program = new Program(Dialect.CUDA, 4);
        decodeSteps(program, 3);
        program.step(
                "execute_context_1(2048)_generation_0(0)",
                "vllm",
                "prefill",
                () -> kernels(program, 1, 90_000_000));
        decodeSteps(program, 3);
        StepTimes times = times(program.recorded());
        assertEquals(4, times.perOutputToken().orElseThrow().count());
        StepTimes.OfKind prefill = times.kinds().getFirst();
        assertEquals(
                List.of("prefill", 1L, OptionalLong.of(2048), 0L, 90_000_000.0),
                List.of(
                        prefill.kind(),
                        prefill.count(),
                        prefill.tokens(),
                        prefill.period().count(),
                        prefill.busy().medianNanos()));
    }

    /// Ranges around a whole answer say how long it took, and not how many tokens it has.
    @Test
    void aRangeAroundAllTokensOfAnAnswerGivesNoTimePerOutputToken() throws IOException {
        assertEquals(Optional.empty(), times(answers(1)).perOutputToken());
        assertEquals(3, times(answers(4)).perOutputToken().orElseThrow().count() / 2);
    }

    private static Recording answers(int decodeRanges) {
        var program = new Program(Dialect.CUDA, 6);
        for (int request = 0; request < 2; request++) {
            program.range("prefill", () -> kernels(program, 1, 2_000_000));
            for (int step = 0; step < decodeRanges; step++) {
                program.range("decode", () -> kernels(program, 4, 500_000));
            }
        }
        return program.recorded();
    }

    private static void decodeSteps(Program program, int steps) {
        for (int step = 0; step < steps; step++) {
            program.step(DECODE, "vllm", "decode", () -> kernels(program, 2, 1_000_000));
        }
    }

    @Test
    void speculativeStepsGiveNoTimePerOutputToken() throws IOException {
        var program = new Program(Dialect.CUDA, 5);
        for (int step = 0; step < 3; step++) {
            program.range("draft", () -> kernels(program, 3, 100_000));
            program.range(
                    "verify",
                    () ->
                            program.range(
                                    "step[TARGET_VERIFY bs=8]",
                                    () -> kernels(program, 1, 700_000)));
        }
        StepTimes times = times(program.recorded());
        assertEquals(Optional.empty(), times.perOutputToken());
        assertEquals(List.of("verify 3 8", "draft 3 "), kinds(times));
    }

    @Test
    void twoNamesAroundOneStepAreOneStepThatKnowsWhatBothSay() throws IOException {
        var program = new Program(Dialect.CUDA, 6);
        program.range(
                "step[DECODE bs=32]",
                () ->
                        program.range(
                                "execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk32785sqsq32sqsk32785)",
                                () -> kernels(program, 4, 50_000)));
        StepTimes times = times(program.recorded());
        assertEquals(List.of("decode 1 32"), kinds(times));
        assertEquals(OptionalLong.of(1025), times.steps().getFirst().facts().keysEach());
    }

    @Test
    void aPlainRangeAroundAnEnginesStepsIsNotAStep() throws IOException {
        var program = new Program(Dialect.CUDA, 7);
        program.range("decode", () -> decodeSteps(program, 4));
        assertEquals(List.of("decode 4 2"), kinds(times(program.recorded())));
    }

    @Test
    void aGraphsCaptureIsNoStep() throws IOException {
        var program = new Program(Dialect.CUDA, 8);
        program.range("capture_8_FULL", () -> kernels(program, 2, 1_000));
        assertEquals(List.of(), times(program.recorded()).kinds());
    }

    @Test
    void graphsReplayedAgainAndAgainAreDecodeStepsWhereNothingIsMarked() throws IOException {
        var program = new Program(Dialect.CUDA, 9);
        Graph graph =
                program.capture(() -> {
                    kernels(program, 30, 10_000);
                    program.launch(Work.kernel("paged_attention_v2_kernel", LANE, 9_000));
                });
        for (int token = 0; token < 5; token++) {
            program.replay(graph);
        }
        StepTimes times = times(program.recorded());
        assertEquals(List.of("decode 5 "), kinds(times));
        assertEquals(StepOrigin.GRAPHS, times.origin());
        assertEquals(graph.nodes().size(), times.steps().getFirst().gpu().events());
    }

    @Test
    void aRunOfGraphsThatRepeatsIsOneStepWithWhatLiesBetween() throws IOException {
        var program = new Program(Dialect.CUDA, 10);
        Graph first = program.capture(() -> kernels(program, 3, 10_000));
        Graph middle = program.capture(() -> kernels(program, 7, 10_000));
        Graph last = program.capture(() -> kernels(program, 2, 10_000));
        for (int token = 0; token < 6; token++) {
            program.replay(first);
            for (int layer = 0; layer < 4; layer++) {
                program.launch(Work.kernel("reshape_and_cache_kernel", LANE, 20_000));
                program.replay(middle);
            }
            program.replay(last);
        }
        StepTimes times = times(program.recorded());
        assertEquals(List.of("decode 6 "), kinds(times));
        assertEquals(3 + 4 * 8 + 2, times.steps().getFirst().gpu().events());
        assertEquals(10, times.steps().getFirst().launches());
    }

    @Test
    void graphsOfNoLanguageModelAreStepsOfNoKnownKind() throws IOException {
        var program = new Program(Dialect.CUDA, 15);
        Graph graph = program.capture(() -> kernels(program, 12, 10_000));
        for (int picture = 0; picture < 4; picture++) {
            program.replay(graph);
        }
        assertEquals(List.of("step 4 "), kinds(times(program.recorded())));
    }

    @Test
    void aTrainingLoopHasNoStepsButThoseItNames() throws IOException {
        var program = new Program(Dialect.CUDA, 16);
        Graph graph = program.capture(() -> kernels(program, 12, 10_000));
        for (int step = 0; step < 4; step++) {
            generated(program, 512);
            program.operator("CompiledFunctionBackward", "", () -> program.replay(graph));
        }
        assertEquals(List.of(), kinds(times(program.recorded())));
    }

    @Test
    void aPlainTraceOfVllmShowsItsPrefillAndItsDecodeSteps() throws IOException {
        Recording recording = plainVllm(9);
        StepTimes times = times(recording);
        assertEquals(List.of("prefill 1 ", "decode 9 "), kinds(times));
        assertEquals(StepOrigin.FRAMES, times.origin());
        List<Long> starts = new ArrayList<>();
        for (int token = 0; token < 9; token++) {
            starts.add(recording.gpu().get(40 + 31 * token).startNanos());
        }
        assertEquals(
                OptionalLong.of(starts.get(1) - starts.get(0)), times.steps().get(1).periodNanos());
        assertEquals(8, times.perOutputToken().orElseThrow().count());
        Phases phases = PhaseFinder.of(nested(recording));
        assertEquals(
                List.of("prefill 1 40", "decode 9 279"),
                phases.parts().stream()
                        .map(part -> part.name() + " " + part.steps() + " " + part.gpuEvents())
                        .toList());
        assertEquals(0, phases.outsideGpuEvents());
    }

    /// A prefill kernel by kernel, then a copy and one graph for every token.
    private static Recording plainVllm(int tokens) {
        var program = new Program(Dialect.CUDA, 13);
        Graph graph = program.capture(() -> kernels(program, 30, 10_000));
        executeModel(program, () -> kernels(program, 40, 200_000));
        for (int token = 0; token < tokens; token++) {
            executeModel(
                    program,
                    () -> {
                        program.launch(Work.copy("HtoD (Pinned -> Device)", LANE, 2_000, 64));
                        program.replay(graph);
                    });
        }
        return program.recorded();
    }

    private static void executeModel(Program program, Runnable body) {
        program.frame(
                "vllm/v1/worker/gpu_worker.py(612): execute_model",
                () ->
                        program.frame(
                                "vllm/v1/worker/gpu_model_runner.py(3380): execute_model", body));
    }

    @Test
    void stepsWithoutWordsGraphsOrShapesAreJustSteps() throws IOException {
        var program = new Program(Dialect.CUDA, 14);
        for (int step = 0; step < 3; step++) {
            executeModel(program, () -> kernels(program, 10, 50_000));
        }
        StepTimes times = times(program.recorded());
        assertEquals(List.of("step 3 "), kinds(times));
        assertEquals(Optional.empty(), times.perOutputToken());
    }

    @Test
    void callsOfTheModelAreStepsAndTheEmbeddingSaysWhich() throws IOException {
        var program = new Program(Dialect.CUDA, 11);
        generated(program, 24);
        for (int token = 0; token < 3; token++) {
            generated(program, 1);
        }
        StepTimes times = times(program.recorded());
        assertEquals(List.of("prefill 1 2", "decode 3 2"), kinds(times));
        assertEquals(StepOrigin.MODULES, times.origin());
    }

    private static void generated(Program program, int tokens) {
        program.module(
                "LlamaForCausalLM_0",
                () ->
                        program.operator(
                                "aten::embedding",
                                "[[320, 64], [2, " + tokens + "], [], [], []]",
                                () -> kernels(program, 1, 5_000)));
    }

    /// Of 472 ms that the GPU of five iterations was busy.
    @Test
    void anIterationHasTheGradientsThatAnotherThreadLaunched() throws IOException {
        var program = new Program(Dialect.CUDA, 8);
        program.range(
                "ProfilerStep#7",
                () -> {
                    kernels(program, 2, 100_000);
                    program.thread(9, () -> kernels(program, 3, 100_000));
                    program.pause(90_000);
                });
        assertEquals(500_000, times(program.recorded()).iterations().getFirst().gpu().busyNanos());
        Optional<Path> trace =
                SharedData.ifHere(
                        "kineto/hta/ns_resolution_trace_rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz");
        if (trace.isPresent()) {
            assertEquals(
                    List.of(94, 94, 94, 94, 94),
                    times(trace.get()).iterations().stream()
                            .map(step -> (int) (step.gpu().busyNanos() / 1_000_000))
                            .toList());
        }
    }

    @Test
    void iterationsOfTheProfilerHaveASpread() throws IOException {
        var program = new Program(Dialect.CUDA, 12);
        for (int step = 0; step < 4; step++) {
            program.range("ProfilerStep#" + step, () -> kernels(program, 5, 100_000));
        }
        Recording recording = program.recorded();
        StepTimes times = times(recording);
        assertEquals(List.of("iteration 4 "), kinds(times));
        long first = starts(recording, 5).get(1) - starts(recording, 5).get(0);
        assertEquals(OptionalLong.of(first), times.iterations().getFirst().periodNanos());
    }

    @Test
    void aVllmStepTakesTenMilliseconds() throws IOException {
        Optional<Path> shared =
                SharedData.ifHere(
                        "kineto/tracelens/inference_vllm_decode_full_graph_execution.json.gz");
        if (shared.isPresent()) {
            StepTimes times = times(shared.get());
            assertEquals(List.of("decode 1 32"), kinds(times));
            assertEquals(10_717_708, times.perOutputToken().orElseThrow().nanos());
            assertEquals(2_408_598, times.steps().getFirst().hostNanos());
        }
    }

    @Test
    void anSglangStepHasTenMillisecondsOfGpuWork() throws IOException {
        Optional<Path> shared =
                SharedData.ifHere(
                        "kineto/tracelens/inference_sglang_decode_sglang_Qwen3-8B_decode.json.gz");
        if (shared.isPresent()) {
            StepTimes times = times(shared.get());
            assertEquals(List.of("decode 1 32"), kinds(times));
            assertEquals(9_772_926, times.perOutputToken().orElseThrow().nanos());
        }
    }

    private static List<String> kinds(StepTimes times) {
        return times.kinds().stream()
                .map(kind ->
                        kind.kind()
                                + " "
                                + kind.count()
                                + " "
                                + (kind.batch().isPresent() ? kind.batch().getAsLong() : ""))
                .toList();
    }

    private static StepTimes times(Recording recording) throws IOException {
        return StepTiming.of(nested(recording));
    }

    private static NestedTrace nested(Recording recording) throws IOException {
        return NestedTrace.of(
                KinetoTraces.read("own", new ByteArrayInputStream(recording.json()), _ -> {}));
    }

    private static StepTimes times(Path file) throws IOException {
        return StepTiming.of(NestedTrace.of(KinetoTraces.read(file, _ -> {})));
    }
}
