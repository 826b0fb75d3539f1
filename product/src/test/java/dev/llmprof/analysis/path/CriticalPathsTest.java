package dev.llmprof.analysis.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// Times in microseconds; the expected values are worked by hand.
class CriticalPathsTest {
    private final List<String> events = new ArrayList<>();
    private int thread = 1;

    @Test
    void workOnAnIdleStreamLeadsBackToItsLaunchAndTheHost() {
        host("user_annotation", "ProfilerStep#1", 0, 100, 0);
        host("cpu_op", "aten::mm", 20, 40, 0);
        host("cuda_runtime", "cudaLaunchKernel", 30, 10, 1);
        gpu("gemm", 7, 45, 75, 1);
        assertEquals(
                Map.of(
                        PathCause.KERNEL, 75L,
                        PathCause.LAUNCH, 5L,
                        PathCause.CALL, 10L,
                        PathCause.OPERATOR, 10L,
                        PathCause.HOST, 20L),
                causes());
    }

    @Test
    void stepsThatOverlapOnTheGpuCountEachMicrosecondOnce() {
        host("user_annotation", "ProfilerStep#1", 0, 10, 0);
        host("cuda_runtime", "cudaLaunchKernel", 0, 5, 1);
        host("user_annotation", "ProfilerStep#2", 10, 10, 0);
        host("cuda_runtime", "cudaLaunchKernel", 10, 5, 2);
        gpu("gemm", 7, 5, 100, 1);
        gpu("gemm", 7, 105, 100, 2);
        assertEquals(Map.of(PathCause.KERNEL, 200L, PathCause.CALL, 5L), causes());
    }

    @Test
    void aThreadThatWaitsForGradientsLeadsToTheThreadThatComputesThem() {
        host("user_annotation", "ProfilerStep#1", 0, 100, 0);
        host("cpu_op", "aten::mm", 0, 10, 0);
        host("cuda_runtime", "cudaLaunchKernel", 1, 1, 1);
        thread = 2;
        host("cpu_op", "autograd::engine::evaluate_function: MmBackward0", 20, 70, 0);
        gpu("gemm", 7, 3, 4, 1);
        // 20 µs of the step are its own: 10 before the gradients, 10 behind them.
        assertEquals(
                Map.of(PathCause.OPERATOR, 79L, PathCause.CALL, 1L, PathCause.HOST, 20L), causes());
    }

    @Test
    void queuedWorkLeadsBackToTheWorkBeforeIt() {
        host("cuda_runtime", "cudaLaunchKernel", 0, 5, 1);
        host("cuda_runtime", "cudaLaunchKernel", 10, 5, 2);
        gpu("gemm", 7, 8, 50, 1);
        gpu("softmax", 7, 60, 20, 2);
        assertEquals(
                Map.of(
                        PathCause.KERNEL, 70L,
                        PathCause.GAP, 2L,
                        PathCause.LAUNCH, 3L,
                        PathCause.CALL, 5L),
                causes());
    }

    @Test
    void aCallThatWaitsLeadsToTheWorkThatEndedInIt() {
        host("cuda_runtime", "cudaLaunchKernel", 0, 5, 1);
        host("cuda_runtime", "cudaStreamSynchronize", 10, 50, 2);
        host("cpu_op", "aten::add", 70, 30, 0);
        gpu("gemm", 7, 6, 44, 1);
        assertEquals(
                Map.of(
                        PathCause.OPERATOR, 30L,
                        PathCause.HOST, 10L,
                        PathCause.SYNCHRONISATION, 10L,
                        PathCause.KERNEL, 44L,
                        PathCause.LAUNCH, 1L,
                        PathCause.CALL, 5L),
                causes());
    }

    /// As a table of GPU events has it: nobody knows who asked for them, or when.
    @Test
    void workWithoutALaunchLeadsToWhatRanBeforeItOnItsGpu() {
        gpu("gemm", 7, 0, 50, 1);
        gpuEvent("gpu_memcpy", "Memcpy DtoH", 8, 20, 10, 2);
        gpu("gemm", 7, 60, 30, 3);
        gpu("softmax", 9, 85, 40, 4);
        gpuEvent("gpu_memcpy", "Memcpy DtoH", 8, 925, 5, 5);
        assertEquals(
                Map.of(PathCause.KERNEL, 115L, PathCause.UNRECORDED, 810L, PathCause.COPY, 5L),
                causes());
    }

    @Test
    void workThatWaitedForAnotherStreamLeadsThere() {
        host("cuda_runtime", "cudaLaunchKernel", 0, 5, 1);
        host("cuda_runtime", "cudaLaunchKernel", 10, 5, 2);
        gpu("ncclDevKernel_AllReduce", 20, 7, 193, 1);
        gpu("gemm", 7, 203, 47, 2);
        assertEquals(
                Map.of(
                        PathCause.KERNEL, 47L,
                        PathCause.GAP, 3L,
                        PathCause.COMMUNICATION, 193L,
                        PathCause.LAUNCH, 2L,
                        PathCause.CALL, 5L),
                causes());
    }

    @Test
    void workThatBeginsLongAfterItsLaunchWaitedForSomethingThatWasNotRecorded() {
        host("cuda_runtime", "cudaGraphLaunch", 0, 30, 1);
        gpu("gemm", 7, 7_830, 10, 1);
        assertEquals(
                Map.of(PathCause.KERNEL, 10L, PathCause.GAP, 7_800L, PathCause.CALL, 30L),
                causes());
    }

    @Test
    void aReplayIsItsLaunchAndItsKernels() {
        host("cuda_runtime", "cudaGraphLaunch", 0, 30, 1);
        gpu("gemm", 7, 40, 10, 1);
        gpu("softmax", 7, 51, 9, 1);
        gpu("gemm", 7, 61, 10, 1);
        assertEquals(
                Map.of(
                        PathCause.KERNEL, 29L,
                        PathCause.GAP, 2L,
                        PathCause.LAUNCH, 10L,
                        PathCause.CALL, 30L),
                causes());
    }

    @Test
    void aCopyThatItsCallWaitedForIsOnThePath() {
        host("cuda_runtime", "cudaMemcpyAsync", 0, 60, 1);
        gpuEvent("gpu_memcpy", "Memcpy DtoH", 7, 10, 45, 1);
        host("cpu_op", "aten::add", 60, 10, 0);
        assertEquals(
                Map.of(
                        PathCause.OPERATOR, 10L,
                        PathCause.SYNCHRONISATION, 5L,
                        PathCause.COPY, 45L,
                        PathCause.CALL, 10L),
                causes());
    }

    @Test
    void theCausesOfEveryStepAddUpToItsLength() {
        for (Map.Entry<String, Recording> program : Programs.all().entrySet()) {
            Trace trace =
                    KinetoReader.read(
                            program.getKey(), new ByteArrayInputStream(program.getValue().json()));
            for (CriticalPath.Step step : path(trace).steps()) {
                assertEquals(
                        step.lengthNanos(),
                        step.nanos().values().stream().mapToLong(Long::longValue).sum(),
                        program.getKey());
            }
        }
    }

    /// A gemm of 123 µs, 1 µs after its launch call of 14 µs had ended; the synchronisation went on
    /// 13 µs after it.
    @Test
    void aPublicExampleEndsAsByHand() throws IOException {
        Optional<Path> file =
                SharedData.ifHere(
                        "kineto/hta/critical_path_cuda_event_sync_multi_stream_event_sync_trace.json.gz");
        if (file.isPresent()) {
            try (var in = new GZIPInputStream(Files.newInputStream(file.get()))) {
                CriticalPath path = path(KinetoReader.read("example", in));
                assertEquals(123_000, path.nanos(PathCause.KERNEL));
                assertEquals(1_000, path.nanos(PathCause.LAUNCH));
                assertEquals(13_000, path.nanos(PathCause.SYNCHRONISATION));
            }
        }
    }

    private void host(String category, String name, int start, int length, int correlation) {
        events.add(
                "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":%d,\"args\":{\"correlation\":%d}}"
                        .formatted(category, name, thread, start, length, correlation));
    }

    private void gpu(String name, int stream, int start, int length, int correlation) {
        gpuEvent("kernel", name, stream, start, length, correlation);
    }

    private void gpuEvent(
            String category, String name, int stream, int start, int length, int correlation) {
        events.add(
                "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":0,\"tid\":%d,\"ts\":%d,\"dur\":%d,\"args\":{\"correlation\":%d,\"device\":0,\"stream\":%d}}"
                        .formatted(category, name, stream, start, length, correlation, stream));
    }

    /// In microseconds, without those that have nothing.
    private Map<PathCause, Long> causes() {
        String json = "{\"traceEvents\":[" + String.join(",", events) + "]}";
        CriticalPath path =
                path(
                        KinetoReader.read(
                                "trace",
                                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))));
        Map<PathCause, Long> causes = new EnumMap<>(PathCause.class);
        for (PathCause cause : PathCause.values()) {
            if (path.nanos(cause) > 0) {
                causes.put(cause, path.nanos(cause) / 1000);
            }
        }
        return causes;
    }

    private static CriticalPath path(Trace trace) {
        return Capture.of(NestedTrace.of(trace)).marked().path();
    }
}
