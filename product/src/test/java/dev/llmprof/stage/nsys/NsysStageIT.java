package dev.llmprof.stage.nsys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.Processes;
import dev.llmprof.process.Survivors;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.Phases;
import dev.llmprof.stage.TraceReading;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.testing.RealTool;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.Nsys.Capture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real nsys around a C program with ranges; it needs no GPU.
class NsysStageIT {
    private static final Nsys.Settings DECODE =
            new Nsys.Settings(
                    "cuda,nvtx,osrt",
                    "none",
                    "none",
                    Optional.of("node"),
                    new Capture.Nvtx("decode"),
                    Optional.of("stop"),
                    new Nsys.Domains.All());

    @TempDir private Path directory;
    private final Processes processes = new SystemProcesses(System.getenv());

    @BeforeEach
    void needsNsys() {
        RealTool.nsys();
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        assertEquals(Set.of(), Survivors.mentioning(directory.toString()));
        assertFalse(Files.exists(directory.resolve("tmp/nsys")));
    }

    @Test
    void recordsTheFirstDecodeAndNothingElse() throws IOException {
        Outcome outcome = run(settings(DECODE));

        var done = assertInstanceOf(Outcome.Done.class, outcome);
        assertEquals(
                List.of("nsys.report", "nsys.sqlite", "nsys.command", "nsys.log", "nsys.captures"),
                done.artifacts().stream()
                        .map(Artifact::kind)
                        .filter(kind -> !kind.equals("nsys.attempt_log"))
                        .toList());
        assertEquals(Map.of("decode", 1L), ranges("nsys/run.sqlite"));
        assertTrue(
                Files.readString(directory.resolve("nsys/cmd.txt"))
                        .startsWith("nsys profile --trace=cuda,nvtx,osrt --sample=none"));
    }

    @Test
    void saysThatTheRangeNeverOpened() throws IOException {
        Outcome outcome = run(settings(DECODE.capturing(new Capture.Nvtx("nosuch"))));

        var failed = assertInstanceOf(Outcome.Failed.class, outcome);
        assertEquals("no report: the range 'nosuch' never opened", failed.problem().what());
        assertTrue(failed.problem().at().contains("exit code 0"), failed.problem().at());
        for (String hint :
                List.of("gating_nvtx=false", "nvtx_capture=", "domain_include", "repeat:1")) {
            assertTrue(failed.problem().fix().contains(hint), hint);
        }
    }

    @Test
    void aSecondLookListsTheRangesThereAre() throws IOException {
        var settings =
                new NsysSettings(
                        DECODE.capturing(new Capture.Nvtx("nosuch")),
                        List.of(),
                        true,
                        false,
                        Duration.ofMinutes(2));

        var failed = assertInstanceOf(Outcome.Failed.class, run(settings));

        assertTrue(
                failed.problem().at().contains("decode (3), prefill (1)"), failed.problem().at());
    }

    @Test
    void exit143IsTheUsualEndWhereNsysStopsTheProgram() throws IOException {
        assertInstanceOf(Outcome.Done.class, run(settings(decode(Optional.empty()))));
    }

    @Test
    void repeatMakesAReportForEachOccurrence() throws IOException {
        var done =
                assertInstanceOf(
                        Outcome.Done.class, run(settings(decode(Optional.of("repeat:2")))));

        assertEquals(
                2, done.artifacts().stream().filter(a -> a.kind().equals("nsys.report")).count());
    }

    @Test
    void aProgramThatFailedIsSaidBesideItsReport() throws IOException {
        Outcome outcome = run(settings(DECODE.capturing(new Capture.WholeRun())), "1", "4");

        var degraded = assertInstanceOf(Outcome.Degraded.class, outcome, outcome::toString);

        assertTrue(degraded.problems().getFirst().what().contains("exit code 4"));
        assertEquals(Map.of("decode", 1L, "prefill", 1L), ranges("nsys/run.sqlite"));
    }

    @Test
    void makesACaptureForEachLabelAndAFullOne() throws IOException {
        var settings =
                new NsysSettings(
                        DECODE, List.of("prefill", "decode"), false, false, Duration.ofMinutes(2));

        assertInstanceOf(Outcome.Done.class, run(settings));

        assertEquals(Map.of("prefill", 1L), ranges("nsys/per-stage/prefill/run.sqlite"));
        assertEquals(Map.of("decode", 1L), ranges("nsys/per-stage/decode/run.sqlite"));
        assertEquals(Map.of("decode", 3L, "prefill", 1L), ranges("nsys/all-stage/run.sqlite"));
        String captures = Files.readString(directory.resolve("nsys/captures.json"));
        assertTrue(captures.contains("the first occurrence of 'decode'"), captures);
    }

    @Test
    void standsOddNamesOfProgramsAndDirectories() throws IOException {
        Path odd = Files.createDirectories(directory.resolve("50%p ü dir"));
        Path program = odd.resolve("ph ases");
        Phases.workload(directory);
        Files.move(directory.resolve("phases"), program);
        var workload =
                new Workload.Command(
                        List.of(program.toString()),
                        new Workload.Surroundings(Map.of(), Optional.empty()));

        Outcome outcome =
                new NsysStage(
                                settings(DECODE),
                                workload,
                                new TraceReading(),
                                processes,
                                System.getenv())
                        .run(
                                new Workspace(
                                        odd,
                                        Files.createDirectories(odd.resolve("nsys")),
                                        processes,
                                        InstantSource.system(),
                                        List.of()));

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(
                Map.of("decode", 1L),
                new TraceReading().rangesSeen(odd.resolve("nsys/run.sqlite")));
    }

    @Test
    void knowsItsVersion() throws IOException {
        var ready = assertInstanceOf(Probe.Ready.class, stage(settings(DECODE)).probe());

        assertTrue(ready.tool().matches("nsys \\d{4}\\..*"), ready.tool());
    }

    private Outcome run(NsysSettings settings, String... arguments) throws IOException {
        Path stage = Files.createDirectories(directory.resolve("nsys"));
        return stage(settings, arguments)
                .run(new Workspace(directory, stage, processes, InstantSource.system(), List.of()));
    }

    private NsysStage stage(NsysSettings settings, String... arguments) throws IOException {
        return new NsysStage(
                settings,
                Phases.workload(directory, arguments),
                new TraceReading(),
                processes,
                System.getenv());
    }

    private Map<String, Long> ranges(String sqlite) {
        return new TraceReading().rangesSeen(directory.resolve(sqlite));
    }

    private static NsysSettings settings(Nsys.Settings recording) {
        return new NsysSettings(recording, List.of(), false, false, Duration.ofMinutes(2));
    }

    private static Nsys.Settings decode(Optional<String> end) {
        return new Nsys.Settings(
                "nvtx",
                "none",
                "none",
                Optional.empty(),
                new Capture.Nvtx("decode"),
                end,
                new Nsys.Domains.All());
    }
}
