package dev.llmprof.analysis.breakdown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class OperatorRatesTest {
    /// `aten::addmm` launches a product of 100 µs and calls `aten::copy_`, which launches 20 µs;
    /// `my::op` launches 30 µs and moves 10 µs to the host.
    private static final String TRACE =
            """
            {"deviceProperties": [{"id": 0, "name": "DEVICE"}], "traceEvents": [
            {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":0,"dur":50,"args":{"Input Dims":[[512,1024],[4096,1024],[4096]],"Input type":["c10::BFloat16","c10::BFloat16","c10::BFloat16"]}},
            {"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":1,"tid":1,"ts":1,"dur":40,"args":{"Input Dims":[[4096],[512,1024],[1024,4096],[],[]],"Input type":["c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar","Scalar"]}},
            {"ph":"X","cat":"cpu_op","name":"aten::copy_","pid":1,"tid":1,"ts":2,"dur":5,"args":{"Input Dims":[[4096],[4096],[]],"Input type":["c10::BFloat16","c10::BFloat16","Scalar"]}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":3,"dur":1,"args":{"correlation":1}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":1,"args":{"correlation":2}},
            {"ph":"X","cat":"cpu_op","name":"my::op","pid":1,"tid":1,"ts":60,"dur":20,"args":{"Input Dims":[[4096]],"Input type":["float"]}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":61,"dur":1,"args":{"correlation":3}},
            {"ph":"X","cat":"cpu_op","name":"aten::copy_","pid":1,"tid":1,"ts":65,"dur":5,"args":{"Input Dims":[[4096],[4096],[]],"Input type":["c10::BFloat16","c10::BFloat16","Scalar"]}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":66,"dur":1,"args":{"correlation":4}},
            {"ph":"X","cat":"kernel","name":"copy_kernel","pid":0,"tid":7,"ts":100,"dur":20,"args":{"correlation":1,"device":0,"stream":7}},
            {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":120,"dur":MICROS,"args":{"correlation":2,"device":0,"stream":7}},
            {"ph":"X","cat":"kernel","name":"mine","pid":0,"tid":7,"ts":230,"dur":30,"args":{"correlation":3,"device":0,"stream":7}},
            {"ph":"X","cat":"gpu_memcpy","name":"Memcpy DtoH (Device -> Pageable)","pid":0,"tid":7,"ts":260,"dur":10,"args":{"correlation":4,"device":0,"stream":7}}
            ]}
            """;

    private static OperatorRates rates(String device, int micros) throws IOException {
        byte[] json =
                TRACE.replace("DEVICE", device)
                        .replace("MICROS", Integer.toString(micros))
                        .getBytes(StandardCharsets.UTF_8);
        var trace = KinetoReader.read("own", new ByteArrayInputStream(json));
        return Capture.of(NestedTrace.of(trace)).host().rates();
    }

    @Test
    void anOperatorWithKnownWorkTakesTheTimeOfAllItCallsAndNoTimeCountsTwice() throws IOException {
        OperatorRates rates = rates("NVIDIA H100 80GB HBM3", 100);
        assertEquals(
                List.of("aten::addmm 120000", "my::op 30000", "aten::copy_ 10000"),
                rates.rows().stream().map(row -> row.name() + " " + row.gpuNanos()).toList());
        assertEquals(160_000, rates.rows().stream().mapToLong(OperatorRates.Row::gpuNanos).sum());
        assertEquals(.75, rates.covered(), 1e-12);
    }

    @Test
    void ratesAndBoundFollowFromWorkTimeAndDevice() throws IOException {
        OperatorRates.Row row = rates("NVIDIA H100 80GB HBM3", 100).rows().getFirst();
        double flops = 2.0 * 512 * 1024 * 4096;
        double bytes = 2.0 * (4096 + 512 * 1024 + 1024 * 4096 + 512 * 4096);
        assertEquals(flops / 120e-6, row.flopsPerSecond().orElseThrow(), 1);
        assertEquals(bytes / 120e-6, row.bytesPerSecond().orElseThrow(), 1);
        assertEquals(flops / bytes, row.flopsPerByte().orElseThrow(), 1e-9);
        // 989.4 TFLOP/s and 3.35 TB/s: 4.34 µs of arithmetic, 4.07 of memory.
        assertEquals(flops / 989.4e12 * 1e9, row.boundNanos().orElseThrow(), 5);
    }

    @Test
    void aDeviceThatTheTraceDoesNotNameBoundsAsOneItNames() throws IOException {
        OperatorRates unnamed = rates("Somebody's GPU", 100);
        OperatorRates named = rates("NVIDIA H100 80GB HBM3", 100);
        assertEquals(Optional.empty(), unnamed.device());
        assertEquals(named, unnamed.on(named.gpu().orElseThrow()));
    }

    @Test
    void aTransferBetweenHostAndDeviceHasNoRateOfTheMemory() throws IOException {
        OperatorRates.Row copy = rates("NVIDIA H100 80GB HBM3", 100).rows().getLast();
        assertTrue(copy.bytesPerSecond().isEmpty());
    }

    @Test
    void fasterThanTheDeviceIsImpossibleAndNotAmongTheCertain() throws IOException {
        OperatorRates rates = rates("NVIDIA A100-SXM4-40GB", 1);
        assertEquals(List.of(), rates("NVIDIA T4", 1).certain());
        assertEquals(
                List.of("aten::addmm"),
                rates.certain().stream().map(OperatorRates.Row::name).toList());
    }

    @Test
    void aDeviceThatIsNotInOurDataGivesRatesAndNoBound() throws IOException {
        OperatorRates rates = rates("Nobody's GPU", 100);
        assertEquals(Optional.empty(), rates.gpu());
        assertTrue(rates.rows().getFirst().flopsPerSecond().isPresent());
        assertTrue(rates.rows().getFirst().boundNanos().isEmpty());
    }

    /// 2 · 96 · 3137² · 64 FLOPs twelve times.
    @Test
    void productsOfARealTraceAreCounted() throws IOException {
        Optional<Path> folder = SharedData.ifHere("kineto/tracelens");
        if (folder.isEmpty()) {
            return;
        }
        Path file =
                folder.get()
                        .resolve("h100_facebook_timesformer-base-finetuned-k400__1016002.json.gz");
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            OperatorRates rates =
                    Capture.of(NestedTrace.of(KinetoReader.read("t", in))).host().rates();
            OperatorRates.Row bmm =
                    rates.rows().stream()
                            .filter(row ->
                                    row.inputShapes().equals("[[96, 3137, 64], [96, 64, 3137]]"))
                            .findFirst()
                            .orElseThrow();
            assertEquals(12 * 2.0 * 96 * 3137 * 3137 * 64, bmm.flops().orElseThrow());
            assertTrue(rates.covered() > .9);
        }
    }
}
