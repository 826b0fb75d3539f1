package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NcuReportFile;
import dev.llmprof.testing.nsight.NcuRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said of captures that lack something: a timeline, a GPU, launches, ranks, PyTorch.
class OddCapturesTest {
    @TempDir Path directory;

    @Test
    void reportsOfNcuAloneHaveTheirOwnTimesTheLongestFirst() throws IOException {
        List<Path> reports = new ArrayList<>();
        reports.add(NcuReportFile.write(NcuRuns.inference(), directory.resolve("own.ncu-rep")));
        for (String shared :
                List.of(
                        "ncar-gpu-workshop/MW_Baseline.ncu-rep",
                        "averyclapp-esmm/profile_71fb9e58.ncu-rep")) {
            SharedData.ifHere("nsight/" + shared).ifPresent(reports::add);
        }
        for (Path report : reports) {
            Concluded said = Concluded.of(directory, report);
            List<JsonNode> times = new ArrayList<>();
            said.metrics().path("kernels").forEach(row -> times.add(row.at("/times/0")));
            List<Long> nanos = times.stream().map(row -> row.path("total_ns").asLong()).toList();
            assertEquals(nanos.stream().sorted(Comparator.reverseOrder()).toList(), nanos);
            assertTrue(nanos.getLast() > 0, nanos::toString);
            assertEquals(
                    1, times.stream().mapToDouble(row -> row.path("share").asDouble()).sum(), 1e-9);
            for (JsonNode advice : said.metrics().path("advice")) {
                assertTrue(advice.path("share").asDouble() >= .05, advice::toString);
            }
        }
    }

    /// Whose pairs of collectives do not belong together; nothing may rest on them.
    @Test
    void ranksOfARealRunAreInEveryReport() throws IOException {
        for (Path data : SharedData.ifHere("kineto/hta").stream().toList()) {
            for (int rank = 0; rank < 2; rank++) {
                String name = "trace_filter_sampled_rank-" + rank + ".json.gz";
                Files.createDirectories(directory.resolve("in"));
                Files.copy(data.resolve(name), directory.resolve("in").resolve(name));
            }
            Concluded said = Concluded.of(directory, directory.resolve("in"));
            String summary = Files.readString(directory.resolve("out/stakeholder_summary.md"));
            for (String page : List.of(said.terminal(), said.report(), summary)) {
                assertTrue(page.contains("2 ranks · unknown which rank was late"), page);
            }
            assertTrue(said.terminal().contains("only 4 end together"), said.terminal());
            assertEquals(2, said.metrics().at("/ranks/rows").size());
        }
    }

    @Test
    void callsWithoutGpuWorkAreARecordingThatLacksTheGpu() throws IOException {
        List<String> events = new ArrayList<>();
        for (int at = 0; at < 40; at++) {
            events.add(event("cuda_runtime", "cudaLaunchKernel", 9, 10 * at, 6, ""));
        }
        String terminal = concluded(events).terminal();
        assertTrue(
                terminal.contains(
                        "no GPU work; host 396 µs; 40 CUDA or HIP calls are there, so what the GPU"
                                + " did was not recorded"),
                terminal);
    }

    /// Half of the span is idle, and who could say why.
    @Test
    void workWithoutLaunchesIsNotSaidToHaveBeenQueued() throws IOException {
        List<String> events = new ArrayList<>();
        for (int at = 0; at < 10; at++) {
            events.add(kernel("gemm", 7, 20 * at, 10));
        }
        events.add(event("user_annotation", "ProfilerStep#1", 9, 0, 900, ""));
        String terminal = concluded(events).terminal();
        assertTrue(
                terminal.contains(
                        "critical path of the whole capture, 190 µs: kernels 52.6 % · launch not"
                                + " recorded 47.4 %"),
                terminal);
        assertFalse(terminal.contains("ran shorter than the call"), terminal);
        for (Path real :
                SharedData.ifHere("nsight/ncar-gpu-workshop/MW_baseline.nsys-gputrace.csv").stream()
                        .toList()) {
            String path = Concluded.of(directory, real).terminal();
            assertFalse(path.contains("queued on the GPU"), path);
            assertTrue(path.contains("launch not recorded 48.7 %"), path);
        }
    }

    @Test
    void eventsOfOtherProgramsAreRangesAndNoGpu() throws IOException {
        Path trace =
                Files.writeString(
                        directory.resolve("other.json"),
                        """
                        [{"ph":"B","name":"load","pid":1,"tid":1,"ts":0},
                         {"ph":"E","pid":1,"tid":1,"ts":565},
                         {"ph":"b","cat":"r","id":1,"name":"request","pid":1,"tid":1,"ts":600},
                         {"ph":"e","cat":"r","id":1,"name":"request","pid":1,"tid":1,"ts":776}]
                        """);
        Concluded said = Concluded.of(directory, trace);
        for (String page : List.of(said.terminal(), said.report())) {
            assertTrue(page.contains("2 events that PyTorch's profiler does not write"), page);
        }
        assertTrue(said.report().contains("| GPU busy | – | no GPU work in this capture |"));
        assertTrue(said.report().contains("| Host time | 776 µs |"), said.report());
    }

    @Test
    void theProcessOfAnAcceleratorIsNoNameOfAGpu() throws IOException {
        Path trace =
                Files.writeString(
                        directory.resolve("jax.json"),
                        """
                        [{"ph":"M","name":"process_name","pid":1,"args":{"name":"/device:GPU:0"}},
                         {"ph":"X","name":"gemm_fusion","pid":1,"tid":2,"ts":1,"dur":40},
                         {"ph":"X","name":"loop_fusion","pid":1,"tid":2,"ts":51,"dur":40}]
                        """);
        Concluded said = Concluded.of(directory, trace);
        assertTrue(said.terminal().contains("GPU busy 80.0 µs of 90.0 µs"), said.terminal());
        assertFalse(said.terminal().contains("driver_names"), said.terminal());
        assertFalse(said.report().contains("conf/gpu/device"), said.report());
    }

    /// As of recordings without the nodes of graphs: the host waits 3 ms each time.
    @Test
    void graphsThatLeftNoEventsAreNoIdleGpu() throws IOException {
        List<String> events = new ArrayList<>();
        for (int at = 0; at < 20; at++) {
            int start = 4_000 * at;
            events.add(call("cudaGraphLaunch", start, 10, 2 * at));
            events.add(call("cudaLaunchKernel", start + 20, 10, 2 * at + 1));
            events.add(
                    event(
                            "kernel",
                            "sample",
                            7,
                            start + 3_100,
                            5,
                            ",\"args\":{\"device\":0,\"stream\":7,\"correlation\":%d}"
                                    .formatted(2 * at + 1)));
        }
        Concluded said = concluded(events);
        for (String page : List.of(said.terminal(), said.report())) {
            assertTrue(
                    page.contains(
                            "20 of 20 graph launches left no GPU event, so it was busy for longer"
                                    + " than was recorded"),
                    page);
        }
        assertEquals(List.of(), said.advice());
    }

    @Test
    void eventsOfNoLengthAreNotCalledNoWork() throws IOException {
        Concluded said = concluded(List.of(kernel("a", 7, 5, 0), kernel("b", 7, 5, 0)));
        assertTrue(
                said.terminal()
                        .contains(
                                "2 GPU events, all of length 0: how long the GPU worked is not"
                                        + " known"),
                said.terminal());
        assertTrue(said.report().contains("2 GPU events, all of length 0"), said.report());
    }

    /// SYCL's runtime waits by other names than CUDA's.
    @Test
    void aHostThatWaitsForAnIntelGpuIsNotSaidToCompute() throws IOException {
        List<String> events = new ArrayList<>();
        for (int at = 0; at < 5; at++) {
            int start = 1_000 * at;
            events.add(
                    event(
                            "xpu_runtime",
                            "urEnqueueKernelLaunch",
                            9,
                            start,
                            5,
                            ",\"args\":{\"correlation\":%d}".formatted(at + 1)));
            events.add(
                    event(
                            "kernel",
                            "gemm_kernel",
                            7,
                            start + 10,
                            900,
                            ",\"args\":{\"device\":0,\"stream\":7,\"correlation\":%d}"
                                    .formatted(at + 1)));
            events.add(event("xpu_runtime", "urQueueFinish", 9, start + 6, 910, ""));
        }
        String terminal = concluded(events).terminal();
        assertTrue(terminal.contains("4.92 ms: kernels 91.5 %"), terminal);
    }

    @Test
    void aLineOfXlasOperatorsSaysTheStreamsOfAGpuAgain() throws IOException {
        Path trace =
                Files.writeString(
                        directory.resolve("xla.json"),
                        """
                        [{"ph":"M","name":"process_name","pid":1,"args":{"name":"/device:GPU:0"}},
                         {"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"Stream #13(Compute)"}},
                         {"ph":"M","name":"thread_name","pid":1,"tid":3,"args":{"name":"XLA Ops"}},
                         {"ph":"X","name":"gemm_fusion","pid":1,"tid":2,"ts":1,"dur":40},
                         {"ph":"X","name":"gemm_fusion","pid":1,"tid":3,"ts":1,"dur":40}]
                        """);
        Concluded said = Concluded.of(directory, trace);
        assertEquals(40_000, said.capture().at("/kernels/0/total_ns").asLong());
        assertEquals("0", said.capture().at("/gpus/0/device").asText());
    }

    @Test
    void copiesThatNothingHidesAreNamedWithTheirRate() throws IOException {
        List<String> events = new ArrayList<>();
        for (int at = 0; at < 4; at++) {
            events.add(
                    event(
                            "gpu_memcpy",
                            "Memcpy HtoD (Pageable -> Device)",
                            7,
                            1_000 * at,
                            900,
                            ",\"args\":{\"device\":0,\"stream\":7,\"bytes\":5400000}"));
        }
        Concluded said = concluded(events);
        for (String page : List.of(said.terminal(), said.report())) {
            assertTrue(
                    page.contains(
                            "mostly Memcpy HtoD (Pageable -> Device) 3.60 ms, 21.6 MB at 6.00"
                                    + " GB/s"),
                    page);
        }
    }

    private static String call(String name, int start, int micros, int correlation) {
        return event(
                "cuda_runtime",
                name,
                9,
                start,
                micros,
                ",\"args\":{\"correlation\":%d}".formatted(correlation));
    }

    private Concluded concluded(List<String> events) throws IOException {
        Path trace = directory.resolve("odd.json");
        Files.writeString(trace, "{\"traceEvents\": [" + String.join(",", events) + "]}");
        return Concluded.of(directory, trace);
    }

    private static String kernel(String name, int stream, int start, int micros) {
        return event(
                "kernel",
                name,
                stream,
                start,
                micros,
                ",\"args\":{\"device\":0,\"stream\":%d}".formatted(stream));
    }

    private static String event(
            String category, String name, int thread, int start, int micros, String more) {
        return "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":0,\"tid\":%d,\"ts\":%d,\"dur\":%d%s}"
                .formatted(category, name, thread, start, micros, more);
    }
}
