package dev.llmprof.study.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.nsys.NsysReportVersion;
import dev.llmprof.trace.nsys.NsysSqlite;
import dev.llmprof.trace.nsys.NsysTraces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Needs the real nsys.
class NsysExportsIT {
    @TempDir Path directory;

    /// Some installations leave a raw stream, which is imported first.
    @Test
    void exportsWhatNsysRecorded() throws IOException {
        Path nsys = RealTool.nsys();
        var processes = new SystemProcesses(System.getenv());
        var profile =
                Command.of(
                        nsys + "",
                        "profile",
                        "--trace=osrt",
                        "--sample=none",
                        "--cpuctxsw=none",
                        "-o",
                        directory.resolve("run") + "",
                        "true");
        processes.ask(profile, Duration.ofMinutes(2));
        Path report =
                Stream.of("run.nsys-rep", "run.qdstrm")
                        .map(directory::resolve)
                        .filter(Files::exists)
                        .findFirst()
                        .orElseThrow();
        Path sqlite = exports(System.getenv()).export(report, directory);
        String version = NsysTraces.read(sqlite).facts().get("EXPORT_PRODUCT_VERSION");
        String said =
                processes.ask(Command.of(nsys + "", "--version"), Duration.ofMinutes(1)).output();
        assertTrue(said.contains("version " + version), said + " but " + version);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource
    void exportsAReportOfAnOlderVersion(Path report) throws IOException {
        RealTool.nsys();
        Path sqlite = exports(System.getenv()).export(report, directory);
        assertEquals(4162 + 1878 + 4, NsysSqlite.readGpu(sqlite).size());
        assertEquals(Optional.of("2021.5.1.118"), NsysReportVersion.of(report));
    }

    static Stream<Path> exportsAReportOfAnOlderVersion() {
        return SharedData.ifHere("nsight/ncar-gpu-workshop/MW_baseline.nsys-rep").stream();
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
                "only nsys can read this report, and nsys is not on the PATH",
                found.problems().getFirst().what());
    }

    private static NsysExports exports(Map<String, String> environment) {
        return new NsysExports(new SystemProcesses(environment), environment);
    }
}
