package dev.llmprof.trace.conditions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.trace.conditions.GpuSample.ClockReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFilesTest {
    @TempDir private Path directory;

    @Test
    void whatNvidiaSmiDoesNotTellIsEmptyAndACutLineIsPassedOver() throws IOException {
        Path file =
                write(
                        """
                        timestamp, index, power.draw [W], clocks.current.sm [MHz], clocks.max.sm [MHz], temperature.gpu, utilization.gpu [%], clocks_throttle_reasons.active
                        2026/11/17 02:00:00.125, 1, [N/A], 1410, 1980, 83, 97, 0x0000000000000048
                        2026/11/17 02:00:00.225, 1, 300.10, 14\
                        """);

        List<GpuSample> samples = SampleFiles.gpus(file);

        assertEquals(1, samples.size());
        GpuSample sample = samples.getFirst();
        assertEquals(1_794_880_800_125_000_000L, sample.unixNanos());
        assertEquals(OptionalDouble.empty(), sample.watts());
        assertEquals(OptionalDouble.of(1.41e9), sample.smHertz());
        assertEquals(OptionalDouble.of(1.98e9), sample.mostSmHertz());
        assertEquals(OptionalDouble.of(.97), sample.used());
        assertEquals(List.of(ClockReason.SLOWDOWN, ClockReason.TOO_HOT), sample.clockReasons());
        assertTrue(sample.throttled());
    }

    @Test
    void anEmptyFileHasNoSamples() throws IOException {
        assertEquals(List.of(), SampleFiles.gpus(write("")));
        assertEquals(List.of(), SampleFiles.host(write("No devices were found\n")));
    }

    @Test
    void ofDaysOnlySoManyStayEvenlySpread() {
        var kept = new ThinnedList<Integer>(4);
        for (int at = 0; at < 11; at++) {
            kept.add(at);
        }

        assertEquals(List.of(0, 4, 8), kept.kept());
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("samples.csv"), text);
    }
}
