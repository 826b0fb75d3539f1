package dev.llmprof.stage.nsys;

import static java.nio.file.Files.getPosixFilePermissions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.Survivors;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.FakeTool;
import dev.llmprof.stage.TraceReading;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.tool.Nsys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// nsys as it behaves elsewhere: newer, older, broken, hanging.
class NsysStageTest {
    private static final String HEAD =
            """
            case "$*" in
            --version) echo 'NVIDIA Nsight Systems version 2025.3.1.90-x'; exit ;;
            'profile --help') echo --cuda-graph-trace=; exit ;;
            'stats --help-reports') echo '  cuda_gpu_kern_sum[:nvtx-name]'; exit ;;
            export*) echo db >"$7"; exit ;;
            stats*) echo 'Time (%),Name' >"${9}_cuda_gpu_kern_sum.csv"; exit ;;
            esac
            prev=
            for word; do case $prev in -o) out=$word; break ;; esac; prev=$word; done
            """;

    @TempDir private Path directory;

    @Test
    void aNewerNsysWritesTheSummaryItself() throws IOException {
        var done =
                assertInstanceOf(
                        Outcome.Done.class,
                        run(HEAD + "echo rep >$out.nsys-rep\n", Duration.ofMinutes(1)));

        assertEquals(
                List.of(
                        "nsys.report",
                        "nsys.sqlite",
                        "nsys.kernel_summary",
                        "nsys.command",
                        "nsys.log",
                        "nsys.captures"),
                done.artifacts().stream().map(Artifact::kind).toList());
        assertTrue(Files.exists(directory.resolve("nsys/summary_cuda_gpu_kern_sum.csv")));
    }

    @Test
    void aReportWhoseExportCannotBeReadIsStillAReport() throws IOException {
        var environment =
                FakeTool.environment(
                        directory,
                        "nsys",
                        HEAD.replace("cuda_gpu_kern_sum", "gpukernsum")
                                + "echo rep >$out.nsys-rep\n");
        var processes = new SystemProcesses(environment);
        Path stage = Files.createDirectories(directory.resolve("nsys"));

        Outcome outcome =
                new NsysStage(
                                settings(Duration.ofMinutes(1)),
                                workload(),
                                new TraceReading(),
                                processes,
                                environment)
                        .run(
                                new Workspace(
                                        directory,
                                        stage,
                                        processes,
                                        InstantSource.system(),
                                        List.of()));

        var degraded = assertInstanceOf(Outcome.Degraded.class, outcome, outcome::toString);
        assertEquals("nsys.report", degraded.artifacts().getFirst().kind());
        assertEquals("this is not an SQLite database", degraded.problems().getFirst().what());
    }

    @Test
    void anOlderNsysCallsItsReportQdrep() throws IOException {
        var done =
                assertInstanceOf(
                        Outcome.Done.class,
                        run(HEAD + "echo rep >$out.qdrep\n", Duration.ofMinutes(1)));

        assertEquals("run.qdrep", done.artifacts().getFirst().path().getFileName().toString());
    }

    @Test
    void aFileThatNsysWasNotToldToWriteStaysWhereItIs() throws IOException {
        Path file = Files.writeString(directory.resolve("mine.nsys-rep"), "mine");

        run(HEAD + "printf 'Generated:\\n    " + file + "\\n'; sleep 60\n", Duration.ofSeconds(1));

        assertEquals("mine", Files.readString(file));
    }

    @Test
    void aStreamWithoutAnImporterIsSaid() throws IOException {
        var failed =
                assertInstanceOf(
                        Outcome.Failed.class,
                        run(HEAD + "echo s >$out.qdstrm\n", Duration.ofMinutes(1)));

        assertTrue(failed.problem().what().contains("importer"), failed.problem().what());
    }

    @Test
    void aReportOfAnEarlierRunIsNotTakenForThisOne() throws IOException {
        Files.createDirectories(directory.resolve("nsys"));
        Files.writeString(directory.resolve("nsys/run.nsys-rep"), "stale");

        assertInstanceOf(Outcome.Failed.class, run(HEAD, Duration.ofMinutes(1)));
    }

    @Test
    void nsysThatLostItsOwnSemaphoreIsStartedAgain() throws IOException {
        String lost =
                """
                if [ ! -e "$out.twice" ]; then
                [ ! -e "$out.once" ] || touch "$out.twice"
                touch "$out.once"
                echo '[QuadDCommon::tag_errno_text*] = No such file or directory'
                echo '[boost::errinfo_errno_*] = 2, "No such file or directory"'
                echo '[boost::errinfo_api_function_*] = sem_open'
                exit 1
                fi
                echo rep >$out.nsys-rep
                """;

        var done = assertInstanceOf(Outcome.Done.class, run(HEAD + lost, Duration.ofMinutes(1)));

        assertEquals("nsys.attempt_log", done.artifacts().getFirst().kind());
        for (int attempt = 1; attempt <= 2; attempt++) {
            Path log = directory.resolve("nsys/tool-attempt-" + attempt + ".log");
            assertTrue(Files.readString(log).contains("sem_open"));
        }
    }

    @Test
    void aHangIsEndedWithAllItLeft() throws IOException {
        String word = "hang-" + directory.getFileName();
        String hang = "(setsid sh -c 'sleep 1000; : " + word + "' &)\nsleep 1000 & wait\n";

        var failed =
                assertInstanceOf(Outcome.Failed.class, run(HEAD + hang, Duration.ofSeconds(1)));

        assertTrue(failed.problem().what().contains("ran past"), failed.problem().what());
        assertEquals(Set.of(), Survivors.mentioning(word));
    }

    @Test
    void aMissingNsysIsSaidBeforeAnythingStarts() {
        var stage =
                new NsysStage(
                        settings(Duration.ofMinutes(1)),
                        workload(),
                        new TraceReading(),
                        new SystemProcesses(Map.of("PATH", "/nowhere")),
                        Map.of("PATH", "/nowhere"));

        var unable = assertInstanceOf(Probe.Unable.class, stage.probe());
        assertEquals("nsys is not installed", unable.problem().what());
    }

    @Test
    void aReportWhoseExportHeldSecretsIsItsUsersOnlyUnlessTheyAskedForIt() throws IOException {
        String script = HEAD + "echo rep >$out.nsys-rep; chmod 644 $out.nsys-rep\n";
        Path report = directory.resolve("nsys/run.nsys-rep");

        run(script, settings(Duration.ofMinutes(1)), new NoTables(true));
        assertEquals("rw-------", PosixFilePermissions.toString(getPosixFilePermissions(report)));
        run(script, settings(Duration.ofMinutes(1)), new NoTables(false));
        assertEquals("rw-r--r--", PosixFilePermissions.toString(getPosixFilePermissions(report)));
        run(script, settings(true, Duration.ofMinutes(1)), new NoTables(true));
        assertEquals("rw-r--r--", PosixFilePermissions.toString(getPosixFilePermissions(report)));
    }

    private Outcome run(String script, Duration timeout) throws IOException {
        return run(script, settings(timeout), new NoTables(false));
    }

    private Outcome run(String script, NsysSettings settings, NsysReading reading)
            throws IOException {
        Path stage = Files.createDirectories(directory.resolve("nsys"));
        var environment = FakeTool.environment(directory, "nsys", script);
        var processes = new SystemProcesses(environment);
        return new NsysStage(settings, workload(), reading, processes, environment)
                .run(new Workspace(directory, stage, processes, InstantSource.system(), List.of()));
    }

    private record NoTables(boolean heldSecrets) implements NsysReading {
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
            return heldSecrets;
        }
    }

    private static Workload workload() {
        return new Workload.Command(
                List.of("true"), new Workload.Surroundings(Map.of(), Optional.empty()));
    }

    private static NsysSettings settings(Duration timeout) {
        return settings(false, timeout);
    }

    private static NsysSettings settings(boolean keepEnvironment, Duration timeout) {
        return new NsysSettings(
                new Nsys.Settings(
                        "cuda",
                        "none",
                        "none",
                        Optional.empty(),
                        new Nsys.Capture.WholeRun(),
                        Optional.empty(),
                        new Nsys.Domains.All()),
                List.of(),
                false,
                keepEnvironment,
                timeout);
    }
}
