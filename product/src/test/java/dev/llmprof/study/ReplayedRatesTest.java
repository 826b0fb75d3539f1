package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.breakdown.OperatorRates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A graph's kernels have no shapes of their own; the capture has.
class ReplayedRatesTest {
    @TempDir Path folder;

    @Test
    void aReplayedProductIsHeldAgainstTheBoundOfTheShapesItWasCapturedWith() throws IOException {
        Files.writeString(
                folder.resolve("run.json"),
                """
                {"deviceProperties": [{"id": 0, "name": "NVIDIA H100 80GB HBM3"}], "traceEvents": [
                {"ph":"X","cat":"cuda_runtime","name":"cudaStreamBeginCapture","pid":1,"tid":1,"ts":0,"dur":1},
                {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":2,"dur":10,"args":{
                  "Input Dims":[[32,4096],[4096,4096]],"Input type":["c10::BFloat16","c10::BFloat16"]}},
                {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":4,"dur":2,"args":{"kernel":"gemm_a"}},
                {"ph":"X","cat":"cuda_runtime","name":"cudaStreamEndCapture","pid":1,"tid":1,"ts":20,"dur":1},
                {"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":1,"tid":1,"ts":100,"dur":5,"args":{"correlation":9}},
                {"ph":"X","cat":"kernel","name":"gemm_a","pid":0,"tid":7,"ts":110,"dur":100,"args":{"correlation":9,"device":0,"stream":7}}]}
                """);
        OperatorRates.Row row =
                GraphStudyTest.study(folder).main().orElseThrow().host().rates().rows().getFirst();
        assertEquals("aten::mm", row.name());
        assertEquals(1, row.calls());
        assertEquals(100_000, row.gpuNanos());
        double bytes = 2.0 * (32 * 4096 + 4096 * 4096 + 32 * 4096);
        assertEquals(bytes / 3.35e12 * 1e9, row.boundNanos().orElseThrow(), 20);
    }
}
