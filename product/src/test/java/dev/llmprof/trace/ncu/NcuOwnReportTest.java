package dev.llmprof.trace.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.trace.csv.CsvRows;
import dev.llmprof.trace.ncu.NcuLaunch.NvtxFrame;
import dev.llmprof.trace.ncu.NcuRule.Kind;
import dev.llmprof.trace.ncu.NcuRule.Scope;
import dev.llmprof.trace.ncu.NcuRule.Speedup;
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
        assertEquals("NVIDIA H100", second.device().name());
        assertEquals(new Extent(8, 4, 1), second.grid());
        assertEquals("python3", second.process().name());
        assertEquals(
                List.of(new NvtxFrame("", "decode"), new NvtxFrame("", "layer")), second.nvtx());
        NcuRule rule = second.rules().getFirst();
        assertEquals(Kind.OPTIMIZATION, rule.kind());
        assertEquals("Raise occupancy, see the guide (https://x.y).", rule.message());
        assertEquals(Optional.of(new Speedup(Scope.GLOBAL, 12.5)), rule.speedup());
    }

    @Test
    void fieldsThatNobodyHasHeardOfChangeNothing() throws IOException {
        Path known = Files.write(directory.resolve("a.ncu-rep"), NcuReportBytes.twoLaunches());
        Path future =
                Files.write(
                        directory.resolve("b.ncu-rep"), NcuReportBytes.twoLaunchesOfTheFuture());
        assertTrue(Files.size(future) > 2 * Files.size(known));
        NcuProfile expected = NcuReport.read(known);
        NcuProfile read = NcuReport.read(future);
        assertEquals(List.of(), read.problems());
        assertEquals(expected.session(), read.session());
        assertEquals(expected.launches().size(), read.launches().size());
        for (int at = 0; at < read.launches().size(); at++) {
            NcuLaunch launch = read.launches().get(at);
            NcuLaunch same = expected.launches().get(at);
            assertEquals(same.kernel(), launch.kernel());
            assertEquals(same.grid(), launch.grid());
            assertEquals(same.nvtx(), launch.nvtx());
            assertEquals(same.rules(), launch.rules());
            assertEquals(same.device(), launch.device());
            for (int row = 0; row < same.metrics().size(); row++) {
                assertEquals(same.metrics().name(row), launch.metrics().name(row));
                assertEquals(same.metrics().value(row), launch.metrics().value(row));
            }
        }
    }

    @Test
    void givesEveryValueThatNcuPrintsOfAGeneratedReport() throws IOException {
        Path generated = Path.of("src/test/resources/ncu/generated");
        NcuProfile profile = NcuReport.read(generated.resolve("kernels.ncu-rep"));
        int compared = 0;
        try (var csv = CsvRows.open(generated.resolve("kernels.raw-base.csv"))) {
            List<String> titles = csv.next().orElseThrow();
            assertTrue(csv.next().isPresent());
            for (NcuLaunch launch : profile.launches()) {
                List<String> row = csv.next().orElseThrow();
                assertEquals(row.get(titles.indexOf("Kernel Name")), launch.kernel().demangled());
                for (int at = titles.indexOf("Stream") + 1; at < titles.size(); at++) {
                    String title = titles.get(at);
                    if (title.equals("device__attribute_display_name")) {
                        assertEquals(row.get(at), launch.device().name());
                    } else {
                        assertEquals(
                                Double.parseDouble(row.get(at)),
                                launch.metrics().base(title).orElseThrow(),
                                0.005001,
                                title);
                    }
                    compared++;
                }
            }
            assertTrue(csv.next().isEmpty());
        }
        assertEquals(4 * 250, compared);
    }
}
