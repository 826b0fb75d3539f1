package dev.llmprof.analysis.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.breakdown.RangeBreakdowns;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import dev.llmprof.trace.kineto.KinetoTraces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepScopeTest {

    @Test
    void everyPatternIsTheFirstToExplainItsExamples() {
        for (ScopePatterns.Row row : ScopePatterns.ALL) {
            assertEquals(false, row.examples().isEmpty(), row.pattern().pattern());
            for (String example : row.examples()) {
                assertEquals(
                        row,
                        ScopePatterns.ALL.stream()
                                .filter(other -> other.pattern().matcher(example).matches())
                                .findFirst()
                                .orElseThrow(),
                        example);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    gpu_model_runner: preprocess         | vllm         | prepare
                    gpu_model_runner: forward            | vllm         | forward
                    gpu_model_runner: postprocess        | vllm         | finish
                    gpu_model_runner: sample             | vllm         | sample
                    gpu_model_runner: draft              | vllm         | draft
                    gpu_model_runner: bookkeep           | vllm         | bookkeep
                    gpu_model_runner: eplb               | vllm         | balance
                    gpu_model_runner: ModelRunnerOutput  | vllm         | output
                    schedule: allocate_slots             | vllm         | schedule
                    llm_engine step: process_outputs     | vllm         | step
                    Preprocess                           | vllm         | prepare
                    Forward                              | vllm         | forward
                    Postprocess                          | vllm         | finish
                    Sample                               | vllm         | sample
                    Draft                                | vllm         | draft
                    Bookkeep                             | vllm         | bookkeep
                    draft                                | sglang       | draft
                    draft_extend                         | sglang       | draft
                    verify                               | sglang       | verify
                    scheduler.recv_requests              | sglang       | receive
                    scheduler.process_batch_result       | sglang       | finish
                    run_batch                            | sglang       | run
                    sglang.vlm.mm_embedding              | sglang       | vision
                    sglang.vlm.language_model_prefill    | sglang       | prefill
                    [Executor] _sample_async             | tensorrt_llm | sample
                    [Executor] _update_requests          | tensorrt_llm | finish
                    [Executor] _send_kv_async            | tensorrt_llm | send_kv
                    [Executor] _recv_disagg_gen_cache    | tensorrt_llm | receive_kv
                    """)
    void readsWhatAnEngineMarksWithinItsSteps(String name, String engine, String part) {
        assertEquals(Optional.of(new StepScope(engine, part)), StepScope.of(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpu_model_runner: forwards",
                "gpu_model_runner",
                "schedule:",
                "preprocess",
                "Sampler",
                "run_batches",
                "sglang.vlm.mm_embeddings",
                "_send_kv",
                "_recv_disagg_gen_cache_later",
                "verify_tokens"
            })
    void whatIsNearlyAPartIsNone(String name) {
        assertEquals(Optional.empty(), StepScope.of(name));
    }

    @Test
    void aWorkerThatSendsItsCachesAndNeverDecodesIsOneForPrefill() throws IOException {
        assertEquals(
                WorkerRole.PREFILL,
                role(
                        "[Executor] _forward_step 1: 2 ctx reqs, 512 ctx tokens, 0 gen reqs",
                        "[Executor] _send_kv_async"));
        assertEquals(
                WorkerRole.DECODE,
                role(
                        "[Executor] _forward_step 1: 0 ctx reqs, 8 gen reqs",
                        "[Executor] _recv_disagg_gen_cache"));
        assertEquals(WorkerRole.DECODE, role("step[DECODE bs=4]", "step[PREBUILT bs=4]"));
        assertEquals(
                WorkerRole.WHOLE,
                role(
                        "[Executor] _forward_step 1: 2 ctx reqs, 8 gen reqs",
                        "[Executor] _send_kv_async"));
        assertEquals(WorkerRole.WHOLE, role("step[DECODE bs=4]", "scheduler.run_batch"));
    }

    private static WorkerRole role(String step, String other) throws IOException {
        var program = new Program(Dialect.CUDA, 3);
        program.range(step, () -> program.launch(Work.kernel("gemm", new Lane(0, 7), 40_000)));
        program.range(other, () -> program.pause(9_000));
        NestedTrace nested =
                NestedTrace.of(
                        KinetoTraces.read(
                                "own",
                                new ByteArrayInputStream(program.recorded().json()),
                                _ -> {}));
        List<StepPart> parts =
                StepPart.of(
                        RangeBreakdowns.of(
                                nested.tree(), nested.projections(), nested.trace().gpuRanges()));
        return WorkerRole.of(StepTiming.of(nested).steps(), parts);
    }
}
