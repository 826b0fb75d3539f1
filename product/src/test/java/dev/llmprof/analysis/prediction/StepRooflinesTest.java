package dev.llmprof.analysis.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.cost.BoundTime;
import dev.llmprof.analysis.cost.Ceiling;
import dev.llmprof.analysis.cost.QuickBound;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.SlowStep;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.phase.StepTiming;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.Architectures;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Model;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import dev.llmprof.trace.kineto.KinetoTraces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepRooflinesTest {
    private static final Lane LANE = new Lane(0, 7);
    private static final Gpu L4 = ShippedGpus.catalogue().matching("NVIDIA L4").orElseThrow();
    private static final Model MODEL = model("llama", "");

    /// Two sequences decode at 100 and 300 positions. Matrices of a layer, for each token: q and o
    /// 256 × 256, k and v 256 × 128, three of 256 × 704; six layers, and a head of 256 × 1000.
    @Test
    void aDecodeStepCountedByHand() throws IOException {
        StepBound bound =
                only("execute_2_context_0(sq0sk0sqsq0sqsk0)_generation_2(sq2sk400sqsq2sqsk400)");
        long matrices = 6 * (2 * 256 * 256 + 2 * 256 * 128 + 3 * 256 * 704) + 256 * 1000;
        long scores = 6 * 4 * 400 * (64 + 64);
        assertEquals((double) (2 * 2 * matrices + 2 * scores), bound.tensorFlops());
        long norms = 13 * 256;
        long cache = 6 * 2 * 128 * (400 + 2);
        long sides = 6 * (2 * 512 + 2 * 384 + 3 * 960) + 1256;
        long attended = 6 * 4 * (64 + 64);
        long embedded = 2 * 256;
        assertEquals(
                (double) (2 * (matrices + norms + cache) + 2 * 2 * (sides + attended + embedded)),
                bound.bytes());
        assertEquals(BoundTime.Limit.MEMORY, bound.limit());
        assertEquals(StepBasis.SUMS, bound.basis());
        assertTrue(bound.nanos() >= 1e9 * bound.bytes() / 300e9, "at least all bytes at 300 GB/s");
        assertTrue(bound.nanos() < 1.1e9 * bound.bytes() / 300e9, "and not much more");
    }

    /// Lengths that are alike are what all other pages count.
    @Test
    void aStepOfEqualLengthsHasTheBoundOfTheStaticAnalysis() throws IOException {
        StepBound bound =
                only(
                        "execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk32768sqsq32sqsk32768)");
        Counting counting = Counting.of(MODEL.precision());
        Ceiling ceiling = Ceiling.of(L4, counting.precision());
        double seconds = QuickBound.stepSeconds(MODEL.decoder(), 32, 1023, counting, ceiling);
        assertEquals(1e9 * seconds, bound.nanos(), 1e-6 * bound.nanos());
    }

    /// Prompts of 10 and 30 tokens have 55 + 465 pairs, two of 20 only 420; a chunk after 70 cached
    /// tokens sees those too.
    @Test
    void unequalPromptsAndChunksCostWhatTheirSumsSay() throws IOException {
        double exact =
                flops(
                        "execute_40_context_2(sq40sk40sqsq1000sqsk1000)_generation_0(sq0sk0sqsq0sqsk0)");
        double alike = flops("execute_context_2(40)_generation_0(0)");
        assertEquals(2.0 * 6 * 4 * 128 * (520 - 420), exact - alike);
        double chunk =
                flops(
                        "execute_30_context_1(sq30sk100sqsq900sqsk3000)_generation_0(sq0sk0sqsq0sqsk0)");
        double prompt =
                flops(
                        "execute_30_context_1(sq30sk30sqsq900sqsk900)_generation_0(sq0sk0sqsq0sqsk0)");
        assertEquals(2.0 * 6 * 4 * 128 * 30 * 70, chunk - prompt);
    }

    @Test
    void aMixedStepReadsEveryWeightOnce() throws IOException {
        StepBound mixed =
                only(
                        "step[MIXED bs=3 c=1 g=2 c_sq=64 c_sk=64 c_sqsq=4096 c_sqsk=4096 g_sq=2 g_sk=400 g_sqsq=2 g_sqsk=400]");
        StepBound prefill = only("step[EXTEND bs=1 toks=64 c_sk=64 c_sqsq=4096 c_sqsk=4096]");
        StepBound decode = only("step[DECODE bs=2 g_sk=400 g_sqsq=2 g_sqsk=400]");
        assertEquals(prefill.tensorFlops() + decode.tensorFlops(), mixed.tensorFlops());
        long matrices = 6 * (2 * 256 * 256 + 2 * 256 * 128 + 3 * 256 * 704) + 256 * 1000;
        long norms = 13 * 256;
        // Rows of the embedding are read for each token, and counted for the larger part alone.
        long rows = 2 * 256;
        assertEquals(
                prefill.bytes() + decode.bytes() - 2 * (matrices + norms + rows), mixed.bytes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    execute_context_2(64)_generation_0(0)                  | average lengths |
                    execute_context_0(0)_generation_8(8)                   | no KV length    |
                    step[TARGET_VERIFY bs=8]                               |                 | how many tokens it checks is not said
                    step[DECODE bs=4 g_sq=16 g_sk=400 g_sqsq=64 g_sqsk=1600] | exact         |
                    step[DRAFT_EXTEND_V2 bs=8]                             |                 | a draft model runs in it, which is not the model named
                    step[IDLE bs=0]                                        |                 | it serves no request
                    step[MIXED bs=2]                                       |                 | how its batch divides into prefill and decode is not said
                    execute_new_2_cached_0                                 |                 | how many tokens its prompts have is not said
                    step[DECODE bs=4 g_sk=2 g_sqsq=4 g_sqsk=2]             |                 | the numbers in its name contradict each other
                    step[DECODE bs=99999999999 g_sk=99999999999]           |                 | the numbers in its name contradict each other
                    decode                                                 |                 | neither its name nor a shape in it says its batch
                    """)
    void whatABoundRestsOnOrWhatItLacksIsSaid(String name, String basis, String missing)
            throws IOException {
        StepTimes times = served("step[DECODE bs=1]", name);
        StepRoofline step = rooflines(times, OptionalInt.empty()).steps().get(1);
        assertEquals(
                basis == null ? "" : basis, step.bound().map(b -> b.basis().label()).orElse(""));
        assertEquals(missing == null ? "" : missing, step.missing());
    }

    @Test
    void aLengthThatTheUserKnowsIsCountedAndSaid() throws IOException {
        StepTimes times = served("step[DECODE bs=4]");
        StepBound without =
                rooflines(times, OptionalInt.empty()).steps().getFirst().bound().orElseThrow();
        StepBound given =
                rooflines(times, OptionalInt.of(500)).steps().getFirst().bound().orElseThrow();
        assertEquals(StepBasis.GIVEN, given.basis());
        assertEquals(6.0 * 2 * 2 * 128 * 4 * (500 - 1), given.bytes() - without.bytes());
    }

    @Test
    void aWindowThatMayCutASequenceMakesTheSumsAnAverage() throws IOException {
        StepTimes times = served("step[DECODE bs=4 g_sk=4000 g_sqsq=4 g_sqsk=4000]");
        Model cut = model("mistral", ", \"sliding_window\": 512");
        StepRooflines steps = rooflines(cut, times, OptionalInt.empty());
        assertEquals(StepBasis.LENGTHS, steps.steps().getFirst().bound().orElseThrow().basis());
    }

    @Test
    void shapesOfTheAttentionSayWhatANameDoesNot() throws IOException {
        var program = new Program(Dialect.CUDA, 31);
        for (int keys = 25; keys < 28; keys++) {
            String shapes = "[[2, 4, 1, 64], [2, 2, %d, 64], [2, 2, %d, 64]]".formatted(keys, keys);
            program.step(
                    "decode",
                    "plain",
                    "decode",
                    () -> {
                        for (int layer = 0; layer < 6; layer++) {
                            program.operator(
                                    "aten::scaled_dot_product_attention",
                                    shapes,
                                    () -> program.launch(Work.kernel("fmha", LANE, 9_000)));
                        }
                    });
        }
        StepTimes times = times(program);
        StepRooflines steps = rooflines(times, OptionalInt.empty());
        StepBound said = only("step[DECODE bs=2 g_sk=50 g_sqsq=2 g_sqsk=50]");
        StepBound seen = steps.steps().getFirst().bound().orElseThrow();
        assertEquals(StepBasis.SHAPES, seen.basis());
        assertEquals(said.bytes(), seen.bytes());
        assertEquals(
                List.of(25L, 26L, 27L),
                times.steps().stream().map(step -> step.facts().keysEach().orElse(0)).toList());
    }

    /// The last has no step behind it, so that its time is not from start to start.
    @Test
    void utilisationOfAKindIsAllItsWorkOverAllItsTime() throws IOException {
        StepTimes times =
                served(
                        "execute_context_0(0)_generation_2(2)",
                        "execute_context_0(0)_generation_2(2)",
                        "execute_context_0(0)_generation_4(4)");
        StepRooflines steps = rooflines(times, OptionalInt.empty());
        KindRoofline decode = steps.kinds().getFirst();
        double bytes = 0;
        double nanos = 0;
        for (StepRoofline step : steps.steps().subList(0, 2)) {
            bytes += step.bound().orElseThrow().bytes();
            nanos += step.measuredNanos();
        }
        assertEquals(1e9 * bytes / (nanos * 300e9), decode.mbu().orElseThrow(), 1e-12);
        assertEquals(
                List.of("decode", 3L, 3L, 0L),
                List.of(decode.kind(), decode.steps(), decode.bounded(), decode.above()));
    }

    /// 9.4 MB of weights in 10 µs are three times the bandwidth.
    @Test
    void aStepFasterThanItsBoundIsShownAsOurError() throws IOException {
        var program = new Program(Dialect.CUDA, 3);
        program.range("step[DECODE bs=2]", () -> program.launch(Work.kernel("gemm", LANE, 10_000)));
        StepRooflines steps = rooflines(times(program), OptionalInt.empty());
        assertTrue(steps.steps().getFirst().aboveBound());
        assertEquals(1, steps.kinds().getFirst().above());
        assertTrue(steps.kinds().getFirst().mbu().orElseThrow() > 1);
    }

    @Test
    void theSlowestStepIsHeldAgainstTheMedianOneOfItsKind() throws IOException {
        var program = new Program(Dialect.CUDA, 3);
        for (int step = 0; step < 5; step++) {
            boolean slow = step == 2;
            program.range(
                    "step[DECODE bs=2]",
                    () -> {
                        program.operator(
                                "aten::mm",
                                "",
                                () -> program.launch(Work.kernel("gemm", LANE, 400_000)));
                        if (slow) {
                            program.operator(
                                    "aten::copy_",
                                    "",
                                    () -> program.launch(Work.kernel("evict", LANE, 3_000_000)));
                        }
                    });
        }
        SlowStep slowest = times(program).slowest().getFirst();
        SlowStep.Part first = slowest.parts().getFirst();
        assertEquals(
                List.of(2L, "decode", "evict", "aten::copy_", 1L, 3_000_000L, 0L),
                List.of(
                        slowest.index(),
                        slowest.kind(),
                        first.kernel(),
                        first.operator(),
                        first.count(),
                        first.nanos(),
                        first.typicalNanos()));
    }

    @Test
    void stepsWithoutABoundAreCountedByWhatIsMissing() throws IOException {
        StepTimes times =
                served(
                        "step[DECODE bs=2]",
                        "step[IDLE bs=0]",
                        "step[DRAFT_LOOP raw_bs=3 bs=4 topk=1]");
        assertEquals(
                Map.of(
                        "it serves no request",
                        1,
                        "a draft model runs in it, which is not the model named",
                        1),
                rooflines(times, OptionalInt.empty()).missing());
    }

    private static StepBound only(String name) throws IOException {
        return rooflines(served(name), OptionalInt.empty())
                .steps()
                .getFirst()
                .bound()
                .orElseThrow();
    }

    private static double flops(String name) throws IOException {
        return only(name).tensorFlops();
    }

    private static StepTimes served(String... names) throws IOException {
        var program = new Program(Dialect.CUDA, 3);
        for (String name : names) {
            program.range(name, () -> program.launch(Work.kernel("gemm", LANE, 4_000_000)));
        }
        return times(program);
    }

    private static StepTimes times(Program program) throws IOException {
        return StepTiming.of(
                NestedTrace.of(
                        KinetoTraces.read(
                                "own",
                                new ByteArrayInputStream(program.recorded().json()),
                                _ -> {})));
    }

    private static StepRooflines rooflines(StepTimes times, OptionalInt keys) {
        return rooflines(MODEL, times, keys);
    }

    private static StepRooflines rooflines(Model model, StepTimes times, OptionalInt keys) {
        var costings = new PaperCostings(model, Counting.of(model.precision()), L4);
        return StepRooflines.of(new StepPaper(costings, keys), times).orElseThrow();
    }

    private static Model model(String type, String more) {
        String config =
                """
                {"model_type": "%s", "hidden_size": 256, "intermediate_size": 704,
                 "num_hidden_layers": 6, "num_attention_heads": 4, "num_key_value_heads": 2,
                 "vocab_size": 1000, "tie_word_embeddings": true, "torch_dtype": "bfloat16"%s}
                """
                        .formatted(type, more);
        return Architectures.read(
                ModelConfig.parse(config.getBytes(StandardCharsets.UTF_8), "config.json"));
    }
}
