package dev.llmprof.analysis.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.capture.Capture;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every rule once on a capture that breaks it, with its evidence in full, and once on one near to
/// it that does not.
class LintsTest {

    /// What breaks a rule, the evidence that is given, and what nearly breaks it.
    private record Pair(List<Capture> breaks, String evidence, List<Capture> keeps) {
        static Pair of(Tape breaks, String evidence, Tape keeps) {
            return new Pair(List.of(breaks.capture()), evidence, List.of(keeps.capture()));
        }
    }

    @Test
    void agoodCaptureBreaksNoRule() {
        assertEquals(List.of(), Lints.of(List.of(Tape.good().capture()), Map.of(), List.of()));
    }

    @TestFactory
    Stream<DynamicTest> aRuleFiresOnWhatBreaksItOnly() {
        return pairs().entrySet().stream()
                .map(each ->
                        DynamicTest.dynamicTest(
                                each.getKey().id(), () -> fires(each.getKey(), each.getValue())));
    }

    private static void fires(LintRule rule, Pair pair) {
        assertEquals(pair.evidence(), evidence(rule, pair.breaks()));
        assertEquals("", evidence(rule, pair.keeps()));
    }

    private static String evidence(LintRule rule, List<Capture> captures) {
        return Lints.of(captures, Map.of(), List.of()).stream()
                .filter(found -> found.rule() == rule)
                .map(LintFinding::evidence)
                .findFirst()
                .orElse("");
    }

    private static Map<LintRule, Pair> pairs() {
        Map<LintRule, Pair> pairs = new EnumMap<>(LintRule.class);
        files(pairs);
        gpus(pairs);
        steps(pairs);
        recordings(pairs);
        return pairs;
    }

    private static void files(Map<LintRule, Pair> pairs) {
        String whole = Tape.good().text();
        pairs.put(
                LintRule.TRUNCATED_FILE,
                new Pair(
                        List.of(Tape.capture(whole.substring(0, whole.length() - 30))),
                        "the text breaks off at byte "
                                + (whole.length() - 30)
                                + "; 19 events were read",
                        List.of(Tape.capture(whole))));
        pairs.put(
                LintRule.BROKEN_EVENTS,
                new Pair(
                        List.of(Tape.capture(whole.replaceFirst("\"ts\":1000", "\"ts\":\"x\""))),
                        "1 could not be read, 20 could",
                        List.of(Tape.capture(whole))));
        pairs.put(
                LintRule.NEGATIVE_DURATIONS,
                Pair.of(
                        Tape.good().event("cpu_op", "aten::add", 2_000, -3, ""),
                        "1 of 21 events",
                        Tape.good().event("cpu_op", "aten::add", 2_000, 0, "")));
        pairs.put(
                LintRule.WRONG_TIME_UNIT,
                Pair.of(
                        new Tape().step("a", 2_000_000),
                        "a kernel takes 2.00 s on average",
                        new Tape().step("a", 500_000)));
        pairs.put(
                LintRule.OUT_OF_ORDER,
                Pair.of(
                        Tape.good()
                                .event(
                                        "cuda_runtime",
                                        "cudaLaunchKernel",
                                        5_000,
                                        8,
                                        "\"correlation\":90")
                                .kernel(4_990, 4, 90),
                        "1 of 5 GPU events begin before their launch, 10.0 µs on average",
                        Tape.good()
                                .event(
                                        "cuda_runtime",
                                        "cudaLaunchKernel",
                                        5_000,
                                        8,
                                        "\"correlation\":90")
                                .kernel(5_000, 4, 90)));
        Tape lost = Tape.good();
        lost.event("cuda_runtime", "cudaLaunchKernel", 1_100, 4, "\"correlation\":91");
        pairs.put(
                LintRule.LOST_GPU_WORK,
                Pair.of(
                        lost,
                        "1 of 5 launches between the first and the last with GPU work",
                        Tape.good()
                                .event(
                                        "cuda_runtime",
                                        "cudaLaunchKernel",
                                        9_000,
                                        4,
                                        "\"correlation\":91")));
    }

    private static void gpus(Map<LintRule, Pair> pairs) {
        Tape calls = new Tape();
        Tape few = new Tape();
        for (int call = 0; call < 10; call++) {
            calls.event(
                    "cuda_runtime", "cudaLaunchKernel", 10 + call, 1, "\"correlation\":" + call);
        }
        few.event("cuda_runtime", "cudaGetDeviceCount", 10, 1, "");
        pairs.put(LintRule.NO_GPU_WORK, Pair.of(calls, "10 calls and no GPU event", few));
        pairs.put(
                LintRule.CLIPPED_AT_EDGE,
                Pair.of(
                        Tape.good().kernel(900, 50, 80),
                        "1 GPU events (50.0 µs) were launched before the window",
                        Tape.good().kernel(9_000, 50, 80)));
        pairs.put(
                LintRule.UNLINKED_GPU_TIME,
                Pair.of(
                        Tape.good().kernel(9_000, 50, 80),
                        "11.1 % of the GPU time (50.0 µs)",
                        Tape.good().kernel(9_000, 20, 80)));
        pairs.put(
                LintRule.OPAQUE_GRAPHS,
                Pair.of(
                        Tape.good()
                                .event(
                                        "cuda_runtime",
                                        "cudaGraphLaunch",
                                        9_000,
                                        8,
                                        "\"correlation\":70")
                                .kernel(9_010, 100, 70),
                        "20.0 % of the GPU time, 1 events",
                        Tape.good()
                                .event(
                                        "cuda_runtime",
                                        "cudaGraphLaunch",
                                        9_000,
                                        8,
                                        "\"correlation\":70")
                                .kernel(9_010, 40, 70)));
        Tape capture = new Tape();
        capture.event("cuda_runtime", "cudaStreamBeginCapture", 10, 1, "");
        capture.event("cuda_runtime", "cudaLaunchKernel", 20, 1, "\"correlation\":5");
        capture.event("cuda_runtime", "cudaStreamEndCapture", 30, 1, "");
        capture.event("cuda_runtime", "cudaGraphInstantiate", 40, 1, "");
        pairs.put(
                LintRule.GRAPH_CAPTURE,
                Pair.of(capture, "1 graphs were captured and none was replayed", Tape.good()));
    }

    private static void steps(Map<LintRule, Pair> pairs) {
        pairs.put(
                LintRule.WARM_UP,
                Pair.of(
                        new Tape().step("ProfilerStep#0", 201).steps("ProfilerStep#", 3),
                        "the first step took 201 µs, the median of the 3 others is 100 µs",
                        new Tape().step("ProfilerStep#0", 200).steps("ProfilerStep#", 3)));
        pairs.put(
                LintRule.FEW_STEPS,
                Pair.of(
                        new Tape().steps("ProfilerStep#", 2),
                        "2 of step",
                        new Tape().steps("ProfilerStep#", 3)));
        Tape changing = new Tape();
        Tape steady = new Tape();
        for (int batch = 1; batch <= 6; batch++) {
            changing.step("step[DECODE bs=" + batch + "]", 100);
            steady.step("step[DECODE bs=" + Math.min(batch, 5) + "]", 100);
        }
        pairs.put(
                LintRule.NO_STEADY_WINDOW,
                Pair.of(
                        changing,
                        "each of 6 decode steps has another batch than the one before",
                        steady));
        pairs.put(
                LintRule.ZERO_LENGTH_STEPS,
                Pair.of(
                        Tape.good().step("ProfilerStep#9", 0, 100),
                        "1 of 5 steps",
                        Tape.good().step("ProfilerStep#9", 1, 100)));
        pairs.put(
                LintRule.OVERLAPPING_STEPS,
                Pair.of(
                        Tape.good().step("ProfilerStep#8", 190, 100).step("ProfilerStep#9", 100),
                        "1 of 6 steps begin before the one before has ended",
                        Tape.good().step("ProfilerStep#8", 140, 100).step("ProfilerStep#9", 100)));
        pairs.put(
                LintRule.SEVERAL_PHASES,
                Pair.of(
                        new Tape()
                                .step("step[EXTEND bs=1 toks=8]", 100)
                                .step("step[DECODE bs=1]", 50),
                        "1 steps of prefill, 1 of decode",
                        new Tape().step("step[DECODE bs=1]", 50)));
    }

    private static void recordings(Map<LintRule, Pair> pairs) {
        pairs.put(
                LintRule.NO_ANNOTATIONS,
                Pair.of(
                        new Tape().work(100),
                        "no range, no step, no phase among 4 events",
                        new Tape().step("load", 100)));
        pairs.put(
                LintRule.NO_SHAPES,
                Pair.of(
                        new Tape().withoutShapes().work(100),
                        "none of 1 calls of operators has any",
                        new Tape().work(100)));
        pairs.put(
                LintRule.NO_STACKS,
                Pair.of(
                        new Tape().withoutStacks().work(100),
                        "no Python function among 3 events",
                        new Tape().work(100)));
        Tape heavy = Tape.good();
        for (int frame = 0; frame < 100; frame++) {
            heavy.event("python_function", "infer.py(4): helper", 1_000 + frame, 1, "");
        }
        pairs.put(LintRule.HEAVY_RECORDING, Pair.of(heavy, "87 % of 120 events", Tape.good()));
        String start = "torch/profiler/profiler.py(816): start";
        pairs.put(
                LintRule.NESTED_PROFILER,
                Pair.of(
                        Tape.good()
                                .event("python_function", start, 1_000, 20, "")
                                .event("python_function", start, 1_200, 20, ""),
                        "1 calls of another profiler's functions",
                        Tape.good().event("python_function", start, 1_000, 20, "")));
        String compile = "torch/_dynamo/convert_frame.py(700): _compile";
        pairs.put(
                LintRule.COMPILATION,
                Pair.of(
                        Tape.good().event("python_function", compile, 1_000, 60, ""),
                        "1 times, 60.0 µs of host time in a window of 550 µs",
                        Tape.good().event("python_function", compile, 1_000, 20, "")));
        pairs.put(
                LintRule.UNKNOWN_DEVICE,
                Pair.of(
                        Tape.good().header(Tape.device("Foo 9000")),
                        "the device is 'Foo 9000'",
                        Tape.good()));
        pairs.put(
                LintRule.RANKS_MISSING,
                new Pair(ranks(4, 0, 2), "2 of 4 ranks are there; not 1, 3", ranks(2, 0, 1)));
        pairs.put(
                LintRule.RANK_TWICE,
                new Pair(ranks(2, 0, 1, 1), "more than one capture of rank 1", ranks(2, 0, 1)));
    }

    private static List<Capture> ranks(int of, int... ranks) {
        return Arrays.stream(ranks).mapToObj(rank -> Tape.good().rank(rank, of).capture()).toList();
    }

    @Test
    void rulesOfTheTracesAndOfTheNsightToolsAreAllTried() {
        var tried = pairs().keySet();
        List<LintRule> left =
                Arrays.stream(LintRule.values()).filter(rule -> !tried.contains(rule)).toList();
        assertEquals(
                Stream.concat(NsightLintsTest.RULES.stream(), ConditionLintsTest.RULES.stream())
                        .toList(),
                left);
        assertTrue(LintRule.values().length >= 24);
    }

    @Test
    void theWorstStandsFirst() {
        String whole = Tape.good().withoutStacks().text();
        var found =
                Lints.of(
                        List.of(Tape.capture(whole.substring(0, whole.length() - 10))),
                        Map.of(),
                        List.of());
        assertEquals(LintRule.Severity.ERROR, found.getFirst().rule().severity());
        assertFalse(found.getFirst().evidence().isEmpty());
    }
}
