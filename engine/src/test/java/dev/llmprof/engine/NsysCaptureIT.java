package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.nsys.NsysReading;
import dev.llmprof.stage.nsys.NsysSettings;
import dev.llmprof.stage.nsys.NsysStage;
import dev.llmprof.stage.workload.CaptureWindow;
import dev.llmprof.stage.workload.EngineSettings;
import dev.llmprof.stage.workload.TorchProfilerSettings;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.testing.RealTool;
import dev.llmprof.tool.Nsys;
import dev.llmprof.workload.WorkloadSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Real nsys around the real engine: a gate on a range records that range and what is inside it.
class NsysCaptureIT {
    private static final Map<String, Map<String, Integer>> EXPECTED =
            Map.of(
                    "prefill",
                    Map.of("prefill", 1, "sam", 2, "clip", 2, "projector", 2),
                    "decode",
                    Map.of("decode", 1),
                    "window",
                    Map.of(
                            "window",
                            1,
                            "prefill",
                            3,
                            "sam",
                            6,
                            "clip",
                            6,
                            "projector",
                            6,
                            "decode",
                            3));

    @TempDir private Path run;

    @BeforeEach
    void needsNsys() {
        RealTool.nsys();
    }

    @ParameterizedTest
    @ValueSource(strings = {"prefill", "decode", "window"})
    void recordsExactlyTheRangeItIsGatedOn(String range) throws IOException, SQLException {
        var recording =
                new Nsys.Settings(
                        "nvtx",
                        "none",
                        "none",
                        Optional.empty(),
                        new Nsys.Capture.Nvtx(range),
                        Optional.of("stop"),
                        new Nsys.Domains.All());
        var settings = new NsysSettings(recording, List.of(), false, false, Duration.ofMinutes(5));
        var stage =
                new NsysStage(
                        settings,
                        engine(),
                        new NoReading(),
                        new SystemProcesses(System.getenv()),
                        System.getenv());
        Path directory = Files.createDirectories(run.resolve("nsys"));
        Outcome outcome =
                stage.run(
                        new Workspace(
                                run,
                                directory,
                                new SystemProcesses(System.getenv()),
                                InstantSource.system(),
                                List.of()));
        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(EXPECTED.get(range), ranges(directory.resolve("run.sqlite")));
    }

    private static Workload engine() {
        var profiler =
                new TorchProfilerSettings(
                        List.of("cpu"),
                        false,
                        false,
                        false,
                        false,
                        1,
                        true,
                        true,
                        CaptureWindow.USUAL,
                        Duration.ZERO);
        var settings =
                new EngineSettings(
                        "cpu",
                        EngineRun.tinyModel(),
                        EngineRun.synthetic(1),
                        new WorkloadSettings.Infer("<image>\nFree OCR.", 8, 0, false, 0, 0),
                        OptionalInt.empty(),
                        profiler,
                        0,
                        EngineSettings.Outputs.NONE,
                        EngineSettings.Outputs.NONE);
        return new Workload.Builtin(
                EngineJvm.launcher(),
                settings,
                new Workload.Surroundings(Map.of(), Optional.empty()));
    }

    private static Map<String, Integer> ranges(Path sqlite) throws SQLException {
        Map<String, Integer> counts = new TreeMap<>();
        String names =
                "select coalesce(text, (select value from StringIds where id = textId))"
                        + " from NVTX_EVENTS where eventType = 59";
        try (var database = DriverManager.getConnection("jdbc:sqlite:" + sqlite);
                var rows = database.createStatement().executeQuery(names)) {
            while (rows.next()) {
                counts.merge(rows.getString(1), 1, Integer::sum);
            }
        }
        return counts;
    }

    /// The capture has no kernels and the test counts the ranges itself.
    private record NoReading() implements NsysReading {
        @Override
        public boolean writeKernelSummary(Path sqlite, Path csv) {
            return false;
        }

        @Override
        public Map<String, Long> rangesSeen(Path sqlite) {
            return Map.of();
        }

        @Override
        public boolean hideInStream(Path stream, Path clean) {
            return false;
        }

        @Override
        public boolean hideInExport(Path sqlite) {
            return false;
        }
    }
}
