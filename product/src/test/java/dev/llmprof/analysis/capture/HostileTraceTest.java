package dev.llmprof.analysis.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.path.CriticalPath;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Events that no clock would give in this order: the analyses still add up.
class HostileTraceTest {
    private static final String[] CATEGORIES = {
        "kernel",
        "gpu_memcpy",
        "gpu_memset",
        "cpu_op",
        "user_annotation",
        "cuda_runtime",
        "cuda_driver"
    };
    private static final String[] NAMES = {
        "aten::mm",
        "decode",
        "prefill[bs=1]",
        "cudaGraphLaunch",
        "cudaLaunchKernel",
        "ncclDevKernel",
        "gemm",
        "ProfilerStep#1",
        "cudaStreamBeginCapture",
        "cudaStreamEndCapture",
        "cudaStreamSynchronize",
        "cudaMemcpyAsync",
        "sam"
    };

    @Test
    void everyLevelAddsUpOnAnythingThatCanBeRead() {
        for (int seed = 0; seed < 500; seed++) {
            Capture capture = Capture.of(NestedTrace.of(random(seed)));
            assertTrue(
                    capture.conservation().holds(), "seed " + seed + " " + capture.conservation());
            GpuTimeline gpu = capture.gpu().timeline();
            assertEquals(
                    gpu.spanNanos(),
                    gpu.computationNanos()
                            + gpu.exposedCommunicationNanos()
                            + gpu.exposedCopyNanos()
                            + gpu.idleNanos());
            assertTrue(gpu.busyNanos() <= gpu.spanNanos());
            long waits =
                    capture.gpu().idle().streams().stream()
                            .mapToLong(
                                    s -> s.hostWaitNanos() + s.kernelWaitNanos() + s.otherNanos())
                            .min()
                            .orElse(0);
            assertTrue(waits >= 0);
            for (CriticalPath.Step step : capture.marked().path().steps()) {
                assertEquals(
                        step.lengthNanos(),
                        step.nanos().values().stream().mapToLong(Long::longValue).sum(),
                        "seed " + seed);
            }
        }
    }

    private static Trace random(int seed) {
        Random random = new Random(seed);
        StringBuilder json = new StringBuilder("[");
        for (int at = random.nextInt(80); at >= 0; at--) {
            json.append(
                    "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%d,\"dur\":%d,\"args\":{\"correlation\":%d,\"External id\":%d}}%s"
                            .formatted(
                                    CATEGORIES[random.nextInt(CATEGORIES.length)],
                                    NAMES[random.nextInt(NAMES.length)],
                                    random.nextInt(2),
                                    random.nextInt(3),
                                    random.nextInt(200) - 100,
                                    random.nextInt(60) - 5,
                                    random.nextInt(30) - 2,
                                    random.nextInt(20),
                                    at == 0 ? "]" : ","));
        }
        byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
        return KinetoReader.read("seed " + seed, new ByteArrayInputStream(bytes));
    }
}
