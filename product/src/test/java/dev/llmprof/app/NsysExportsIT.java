package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.NsysReportVersion;
import dev.llmprof.trace.NsysSqlite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs the real nsys.
class NsysExportsIT {
    @TempDir Path directory;

    @Test
    void exportsAReportOfAnOlderVersion() throws IOException {
        RealTool.nsys();
        Path report = SharedData.at("nsight/ncar-gpu-workshop/MW_baseline.nsys-rep");
        Path sqlite = exports(System.getenv()).export(report, directory);
        assertEquals(4162 + 1878 + 4, NsysSqlite.readGpu(sqlite).size());
        assertEquals(Optional.of("2021.5.1.118"), NsysReportVersion.of(report));
    }

    @Test
    void saysWhatIsWrongWithABrokenReport() throws IOException {
        RealTool.nsys();
        Path report =
                Files.writeString(
                        directory.resolve("x.nsys-rep"),
                        "NVIDIA Tegra Profiler Report 1. and no more");
        var found =
                assertThrows(
                        Problem.Found.class,
                        () -> exports(System.getenv()).export(report, directory));
        String what = found.problems().getFirst().what();
        assertTrue(what.contains("made no export of this report"), what);
    }

    @Test
    void saysWhatToDoWithoutNsys() throws IOException {
        Path report = Files.writeString(directory.resolve("x.nsys-rep"), "x");
        var found =
                assertThrows(
                        Problem.Found.class,
                        () ->
                                exports(Map.of("PATH", directory.toString()))
                                        .export(report, directory));
        assertEquals(
                "only nsys itself can read this report, and nsys is not on the PATH",
                found.problems().getFirst().what());
    }

    private static NsysExports exports(Map<String, String> environment) {
        return new NsysExports(new SystemProcesses(environment), environment);
    }
}
