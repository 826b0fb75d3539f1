package dev.llmprof.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.trace.NcuLaunch.NvtxFrame;
import dev.llmprof.trace.NcuRule.Kind;
import dev.llmprof.trace.NcuRule.Scope;
import dev.llmprof.trace.NcuRule.Speedup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NcuOwnReportTest {
    @TempDir Path directory;

    @Test
    void readsAReportOfTheNewestShape() throws IOException {
        Path file = Files.write(directory.resolve("k.ncu-rep"), NcuReportBytes.twoLaunches());
        NcuProfile profile = NcuReport.read(file);
        assertEquals(List.of(), profile.problems());
        assertEquals(2, profile.launches().size());
        assertEquals("ncu -o x python infer.py", profile.session().commandLine());
        assertEquals(Map.of("Nsight Compute Target", "2025.1.1.0"), profile.session().versions());
        NcuLaunch second = profile.launches().get(1);
        assertEquals(7_500, second.metrics().base("gpu__time_duration.sum").orElseThrow());
        assertEquals(new NcuValue.NoData(), second.metrics().value(2));
        assertEquals("NVIDIA H100", second.device());
        assertEquals(new Extent(8, 4, 1), second.grid());
        assertEquals("python3", second.process().name());
        assertEquals(
                List.of(new NvtxFrame("", "decode"), new NvtxFrame("", "layer")), second.nvtx());
        NcuRule rule = second.rules().getFirst();
        assertEquals(Kind.OPTIMIZATION, rule.kind());
        assertEquals("Raise occupancy, see the guide (https://x.y).", rule.message());
        assertEquals(Optional.of(new Speedup(Scope.GLOBAL, 12.5)), rule.speedup());
    }
}
