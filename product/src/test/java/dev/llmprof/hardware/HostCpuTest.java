package dev.llmprof.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// This machine's CPU as a device, measured once.
class HostCpuTest {
    @TempDir private Path cache = Path.of(".");

    @Test
    void measuresOnceAndRemembers() {
        AtomicInteger measured = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            Gpu host = host(measured);
            assertEquals(Optional.of(5e10), host.dense("fp32"));
            assertEquals(2e10, host.memoryBytesPerSecond());
            assertTrue(host.memoryBytes() > 1e8, host.memoryBytes() + " bytes");
        }
        assertEquals(1, measured.get());
    }

    @Test
    void measuresAgainWhenSomebodyChangedWhatItKept() throws IOException {
        AtomicInteger measured = new AtomicInteger();
        host(measured);
        Files.writeString(entry().resolve("rates.txt"), "9e99\n9e99\nquiet\n");
        host(measured);
        assertEquals(2, measured.get());
    }

    @Test
    void halfFormatsAreAsFastAsTheInstructionsThereAre() {
        assertEquals(
                Map.of("fp32", 100.0, "bf16", 1600.0, "fp16", 200.0),
                HostCpu.peaks(100, Set.of("avx512f", "avx512_bf16", "amx_bf16", "avx512_fp16")));
        assertEquals(
                Map.of("fp32", 100.0, "bf16", 100.0, "fp16", 100.0),
                HostCpu.peaks(100, Set.of("avx2", "fma")));
    }

    @Test
    void theBenchmarkGivesRates() {
        List<Double> rates = CpuBenchmark.rates();
        assertTrue(rates.get(0) > 1e7 && rates.get(1) > 1e7, rates.toString());
    }

    @Test
    void whatABusyMachineGaveIsMeasuredAgainAndTheBestCounts() {
        assertEquals(Optional.of(9e9), host(9e9, 3e9, false).dense("fp32"));
        Gpu better = host(8e9, 4e9, true);
        assertEquals(Optional.of(9e9), better.dense("fp32"));
        assertEquals(4e9, better.memoryBytesPerSecond());
        assertEquals(Optional.of(9e9), host(5e10, 5e10, true).dense("fp32"));
    }

    private Gpu host(double flops, double bytes, boolean quiet) {
        return HostCpu.measuredOnce(environment(), () -> List.of(flops, bytes), 2, quiet);
    }

    private Gpu host(AtomicInteger measured) {
        return HostCpu.measuredOnce(
                environment(),
                () -> {
                    measured.incrementAndGet();
                    return List.of(5e10, 2e10);
                },
                2,
                true);
    }

    private Path entry() throws IOException {
        try (var entries = Files.newDirectoryStream(cache.resolve("llmprof/host-cpu"), "[!.]*")) {
            return entries.iterator().next();
        }
    }

    private Map<String, String> environment() {
        return Map.of("XDG_CACHE_HOME", cache.toString());
    }
}
