package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program that marks its work and has no operators, as TensorRT and llama.cpp do.
class RangesShownTest {
    @TempDir Path directory;
    private Path trace;

    @BeforeEach
    void record() throws IOException {
        trace =
                Files.writeString(
                        directory.resolve("engine.json"),
                        """
                        {"traceEvents": [
                        {"ph":"X","cat":"user_annotation","name":"run","pid":1,"tid":7,"ts":0,"dur":776000},
                        {"ph":"X","cat":"user_annotation","name":"load weights","pid":1,"tid":7,"ts":1000,"dur":565000},
                        {"ph":"X","cat":"user_annotation","name":"enqueue","pid":1,"tid":7,"ts":600000,"dur":100000},
                        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":7,"ts":610000,"dur":10,"args":{"correlation":5}},
                        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":7,"ts":710000,"dur":10,"args":{"correlation":6}},
                        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":3,"ts":610020,"dur":2000,"args":{"correlation":5,"device":0,"stream":3}},
                        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":3,"ts":710020,"dur":1000,"args":{"correlation":6,"device":0,"stream":3}}]}
                        """);
    }

    @Test
    void theTerminalSaysWhichRangeHasTheTime() {
        String shown = shown();
        assertTrue(
                shown.contains(
                        "ranges: 3 of 3 names, by time on the host, whose first to last event are"
                                + " 776 ms"),
                shown);
        assertTrue(
                shown.contains(
                        "565 ms     565 ms       1   565 ms        0 s       0 s   load weights"),
                shown);
    }

    @Test
    void whereThereAreNoOperatorsNoneAreMissing() {
        assertTrue(
                shown().contains("of 3.00 ms GPU time: kernels 100.0 % · categories 100.0 %\n"),
                shown());
    }

    @Test
    void everyReportHasTheRanges() throws IOException {
        shown();
        String report = Files.readString(directory.resolve("out/report.md"));
        assertTrue(
                report.contains("| `load weights` | 7 | 1 | 565 ms | 565 ms | 565 ms | 0 |"),
                report);
        JsonNode run =
                new ObjectMapper()
                        .readTree(Files.readString(directory.resolve("out/metrics.json")))
                        .at("/captures/0/ranges/0");
        assertEquals("run", run.path("name").asText());
        assertEquals("7", run.path("thread").asText());
        assertEquals(776e6, run.path("host_mean_ns").asDouble());
        assertEquals(3_000_000, run.path("projected_kernel_sum_ns").asLong());
        assertEquals(1_000_000, run.path("projected_own_ns").asLong());
        assertEquals(101_000_000, run.path("projected_span_ns").asLong());
    }

    @Test
    void rangesThatAreStepsOrPhasesOnlyHaveTheirOwnTables() throws IOException {
        Files.writeString(
                trace,
                """
                [{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":7,"ts":0,"dur":90},
                {"ph":"X","cat":"user_annotation","name":"decode","pid":1,"tid":7,"ts":10,"dur":50}]
                """);
        assertFalse(shown().contains("ranges: "), shown());
    }

    @Test
    void rangesThatDifferByANumberAreOneRow() throws IOException {
        Files.writeString(
                trace,
                """
                [{"ph":"X","cat":"user_annotation","name":"denoise 1 of 3","pid":1,"tid":7,"ts":0,"dur":90},
                {"ph":"X","cat":"user_annotation","name":"denoise 2 of 3","pid":1,"tid":7,"ts":100,"dur":90},
                {"ph":"X","cat":"user_annotation","name":"denoise 3 of 3","pid":1,"tid":7,"ts":200,"dur":90},
                {"ph":"X","cat":"user_annotation","name":"encode 1","pid":1,"tid":7,"ts":300,"dur":95},
                {"ph":"X","cat":"user_annotation","name":"encode 2","pid":1,"tid":7,"ts":400,"dur":20}]
                """);
        String shown = shown();
        assertTrue(
                shown.contains("270 µs     270 µs       3   90.0 µs   7        denoise # of #"),
                shown);
        assertTrue(shown.contains("encode 1") && shown.contains("encode 2"), shown);
    }

    private String shown() {
        return AnalyzeOutput.of(
                List.of(trace.toString(), "--output", directory.resolve("out").toString()));
    }
}
