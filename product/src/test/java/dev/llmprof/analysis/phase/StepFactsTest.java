package dev.llmprof.analysis.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepFactsTest {

    @Test
    void everyPatternIsTheFirstToExplainItsExamples() {
        examples(StepPatterns.NAMES);
        examples(StepPatterns.FRAMES);
    }

    private static void examples(StepPatterns patterns) {
        for (StepPatterns.Row row : patterns.rows()) {
            assertEquals(false, row.examples().isEmpty(), row.pattern().pattern());
            for (String example : row.examples()) {
                List<StepPatterns.Row> matching =
                        patterns.rows().stream()
                                .filter(other -> other.pattern().matcher(example).matches())
                                .toList();
                assertEquals(row, matching.getFirst(), example);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    execute_new_2_cached_0                                    | vllm         | prefill | 2   |       |
                    execute_new_0_cached_5                                    | vllm         | decode  | 5   |       |
                    execute_new_1_cached_5                                    | vllm         | mixed   | 6   |       |
                    execute_context_1(64)_generation_0(0)                     | vllm         | prefill | 1   | 64    |
                    execute_context_0(0)_generation_8(8)                      | vllm         | decode  | 8   | 8     |
                    execute_context_2(6144)_generation_3(3)                   | vllm         | mixed   | 5   | 6147  |
                    execute_context_0(0)_generation_32(128)                   | vllm         | verify  | 32  | 128   |
                    execute_context_0(0)_generation_0(0)                      | vllm         | idle    | 0   | 0     |
                    execute_context_1(888_788544)_generation_0(0)             | vllm         | prefill | 1   | 888   |
                    execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk55086sqsq32sqsk55086) | vllm | decode | 32 | 32 | 1721
                    execute_17408_context_6(sq17408sk52224sqsq59768832sqsk179306496)_generation_0(sq0sk0sqsq0sqsk0) | vllm | prefill | 6 | 17408 | 8704
                    capture_32_FULL                                           | vllm         | capture | 32  |       |
                    step[EXTEND bs=2 toks=12]                                 | sglang       | prefill | 2   | 12    |
                    step[DECODE bs=32]                                        | sglang       | decode  | 32  |       |
                    step[DECODE bs=2 g_sqsq=2 g_sqsk=30 g_sk=30]              | sglang       | decode  | 2   |       | 15
                    step[DECODE bs=64 g_sq=128 g_sqsq=256 g_sqsk=262144 g_sk=131072] | sglang | verify | 64 | 128   | 2048
                    step[MIXED bs=2]                                          | sglang       | mixed   | 2   |       |
                    step[MIXED bs=3 c=1 g=2 c_sq=5 c_sk=8 c_sqsq=25 c_sqsk=40 g_sq=2 g_sk=24 g_sqsq=2 g_sqsk=24] | sglang | mixed | 3 | 7 | 11
                    step[TARGET_VERIFY bs=8]                                  | sglang       | verify  | 8   |       |
                    step[DRAFT_EXTEND_V2 bs=8]                                | sglang       | draft   | 8   |       |
                    step[DRAFT_LOOP raw_bs=3 bs=4 topk=1]                     | sglang       | draft   | 4   |       |
                    step[IDLE bs=0]                                           | sglang       | idle    | 0   |       |
                    draft_extend                                              | sglang       | draft   |     |       |
                    scheduler.run_batch                                       | sglang       | step    |     |       |
                    prefill[bs=2 tok=14721 ctx=[7803, 6918] sqsq=108745533 sqsk=119025333 sk=16221] | atom | prefill | 2 | 14721 | 8111
                    decode[bs=117/128 tok=117 d=117]                          | atom         | decode  | 117 | 117   |
                    decode[bs=32 tok=128 d=32 spec=3]                         | atom         | verify  | 32  | 128   |
                    decode[bs=128 tok=384 p=2 d=126]                          | atom         | mixed   | 128 |       |
                    [Executor] _forward_step: 1 ctx reqs, 4 gen reqs          | tensorrt_llm | mixed   | 5   |       |
                    [Executor] _forward_step 812: 0 ctx reqs, 64 gen reqs     | tensorrt_llm | decode  | 64  |       |
                    [Executor] _forward_step 6: 2 ctx reqs, 4096 ctx tokens, 0 gen reqs | tensorrt_llm | prefill | 2 | 4096 |
                    executeStep: 0 ctx reqs, 8 gen reqs                       | tensorrt_llm | decode  | 8   |       |
                    decode[7]                                                 | plain        | decode  |     |       |
                    """)
    void readsEngineKindRequestsTokensAndKeys(
            String name, String engine, String kind, Long requests, Long tokens, Long keys) {
        StepFacts facts = StepFacts.of(name).orElseThrow();
        assertEquals(
                List.of(engine, kind, said(requests), said(tokens), said(keys)),
                List.of(
                        facts.engine(),
                        facts.kind().label(),
                        facts.requests(),
                        facts.tokens(),
                        facts.keysEach()));
    }

    private static OptionalLong said(Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    @Test
    void readsTheSumsOfBothPhases() {
        String name =
                "execute_6147_context_2(sq6144sk7144sqsq20971520sqsk23019520)"
                        + "_generation_3(sq3sk6144sqsq3sqsk6144)";
        StepFacts facts = StepFacts.of(name).orElseThrow();
        assertEquals(load(2, 6144, 7144, 20971520, 23019520), facts.context());
        assertEquals(load(3, 3, 6144, 3, 6144), facts.generation());
    }

    private static StepLoad load(
            long requests, long tokens, long keys, long squared, long products) {
        return new StepLoad(
                OptionalLong.of(requests),
                OptionalLong.of(tokens),
                OptionalLong.of(keys),
                OptionalLong.of(squared),
                OptionalLong.of(products));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'Module': 'model.layers.0.self_attn', 'TrainableParams': {'weight': (64, 64)}}",
                "gpu_model_runner: sample",
                "schedule: allocate_slots",
                "scheduler.recv_requests",
                "[Executor] _sample_async",
                "ProfilerStep#6",
                "decoder_layer",
                "execute_model",
                "prefill_attention",
                ""
            })
    void noOtherRangeIsAStep(String name) {
        assertEquals(Optional.empty(), StepFacts.of(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "execute_context_1(64)_generation",
                "execute_context_x(64)_generation_0(0)",
                "execute_new_2_cached",
                "execute_new_2_cached_0_more",
                "preexecute_context_0(0)_generation_8(8)",
                "capture_32_GRAPH",
                "capture_FULL",
                "gpu_model_runner: forwards",
                "step[TRAIN bs=4]",
                "step[DECODER bs=4]",
                "step DECODE bs=4",
                "steps[DECODE bs=4]",
                "[Executor] _forward_step",
                "[Executor] _forward_steps: 1 ctx reqs, 4 gen reqs",
                "[Executor] _forward_step: 1 ctx, 4 gen",
                "drafts",
                "verify_tokens",
                "run_batches",
                "{'Module': 'model.layers.0.mlp'} (output)",
                "sglang.vlm.mm_embedding"
            })
    void whatIsNearlyAStepsNameIsNone(String name) {
        assertEquals(Optional.empty(), StepFacts.of(name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    capture_32_FULL                     | vllm   | capture
                    capture_512_PIECEWISE               | vllm   | capture
                    gpu_model_runner: forward           | vllm   | step
                    step[EXTEND bs=15 toks=15360]       | sglang | prefill
                    step[SPLIT_PREFILL bs=1]            | sglang | prefill
                    step[DLLM_EXTEND bs=1]              | sglang | prefill
                    step[PREBUILT bs=4]                 | sglang | idle
                    draft                               | sglang | draft
                    verify                              | sglang | verify
                    run_batch                           | sglang | step
                    """)
    void readsTheOtherStringsOfTheEngines(String name, String engine, String kind) {
        StepFacts facts = StepFacts.of(name).orElseThrow();
        assertEquals(List.of(engine, kind), List.of(facts.engine(), facts.kind().label()));
    }

    @Test
    void readsTheSumsOfAMixedStepOfSglang() {
        StepFacts facts =
                StepFacts.of(
                                "step[MIXED bs=3 c=1 g=2 c_sq=5 c_sk=8 c_sqsq=25 c_sqsk=40 g_sq=2"
                                        + " g_sk=24 g_sqsq=2 g_sqsk=24]")
                        .orElseThrow();
        assertEquals(load(1, 5, 8, 25, 40), facts.context());
        assertEquals(load(2, 2, 24, 2, 24), facts.generation());
    }

    @Test
    void aNumberBeyondReasonIsLeftOut() {
        assertEquals(
                OptionalLong.empty(),
                StepFacts.of("step[DECODE bs=99999999999999999999]").orElseThrow().requests());
    }
}
