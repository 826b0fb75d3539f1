package dev.llmprof.stage.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.FakeTool;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.tool.Ncu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// ncu as it behaves where there is a GPU.
class NcuStageTest {
    /// Writes a report when its arguments match `$WANTED`, else says that nothing was profiled.
    private static final String SCRIPT =
            """
            case "$*" in
            --version) echo 'Version 2025.1.1.0 (build 1) (public-release)'; exit ;;
            --help) exit ;;
            --list-*) echo 'SpeedOfLight   Speed of light  yes  file'; echo 'roofline  x yes 5'; exit ;;
            --import*|--csv*) echo '"ID","Kernel Name"'; exit ;;
            esac
            prev=
            for word; do
                case $prev in -o) out=$word ;; --log-file) log=$word ;; esac
                prev=$word
            done
            case "$*" in
            WANTED) echo report >"$out.ncu-rep"; echo '==PROF== done' >"$log" ;;
            *) echo 'LOG' >"$log" ;;
            esac
            """;

    @TempDir private Path directory;
    private final List<String> said = new ArrayList<>();

    @Test
    void takesTheHeaviestKernelsOfNsys() throws IOException {
        Path sqlite = Files.writeString(directory.resolve("run.sqlite"), "");

        Outcome outcome = run(ncu("*"), List.of(new Artifact("nsys.sqlite", sqlite)), 0);

        assertInstanceOf(Outcome.Done.class, outcome);
        assertTrue(command("cmd.txt").contains("--kernel-name-base demangled"));
        assertTrue(command("cmd.txt").contains("'regex:(gemm<7>)|(soft\\.max)'"));
        assertFalse(Files.exists(directory.resolve("ncu/cmd-rerun.txt")));
    }

    @Test
    void aSummaryOfAnotherPhaseNamesNoKernels() throws IOException {
        Path csv = Files.writeString(directory.resolve("summary.csv"), "");

        run(ncu("*"), List.of(new Artifact("nsys.kernel_summary", csv)), 0);

        assertFalse(command("cmd.txt").contains("--kernel-name"));
        assertTrue(
                command("choice.json").contains("any kernel in 'decode'; at most 100 launches"),
                command("choice.json"));
    }

    @Test
    void aSummaryGatedToThePhaseNamesThem() throws IOException {
        Path csv = Files.writeString(directory.resolve("gated.csv"), "");
        Path index = Files.writeString(directory.resolve("captures.json"), "[]");

        run(
                ncu("*"),
                List.of(
                        new Artifact("nsys.kernel_summary", csv),
                        new Artifact("nsys.captures", index)),
                0);

        assertTrue(command("cmd.txt").contains("'regex:(gemm<7>)|(soft\\.max)'"));
    }

    @Test
    void saysHowMuchIsReplayedOfWhatNsysCounted() throws IOException {
        Path sqlite = Files.writeString(directory.resolve("run.sqlite"), "");

        run(ncu("*"), List.of(new Artifact("nsys.sqlite", sqlite)), 0);

        assertTrue(command("cmd.txt").contains("--launch-count 100"));
        assertTrue(
                command("choice.json")
                        .contains(
                                "2 of 2 kernels of 'decode', 100.0 % of its GPU time; the first 100"
                                        + " of 492 launches that nsys counted (launch_count)"),
                command("choice.json"));
    }

    @Test
    void saysBeforeItStartsWhatIsComing() throws IOException {
        Path sqlite = Files.writeString(directory.resolve("run.sqlite"), "");

        run(ncu("*"), List.of(new Artifact("nsys.sqlite", sqlite)), 0);

        assertEquals(
                List.of(
                        "2 of 2 kernels of 'decode', 100.0 % of its GPU time; the first 100 of 492"
                                + " launches that nsys counted (launch_count); about 20.0 s to 2"
                                + " min, if a launch takes 0.2 to 1 s to replay; ended after 1 min"
                                + " (pipeline.ncu.timeout)"),
                said);
    }

    @Test
    void runsWithoutNsysToo() throws IOException {
        Path gone = directory.resolve("gone.csv");

        assertInstanceOf(Outcome.Done.class, run(ncu("*"), List.of(), 0));
        assertFalse(command("cmd.txt").contains("--kernel-name"));
        assertInstanceOf(
                Outcome.Done.class,
                run(ncu("*"), List.of(new Artifact("nsys.kernel_summary", gone)), 0));
    }

    @Test
    void exportsTheReportsPagesAfterwards() throws IOException {
        var done = assertInstanceOf(Outcome.Done.class, run(ncu("*"), List.of(), 0));

        assertEquals(
                List.of(
                        "ncu.report",
                        "ncu.choice",
                        "ncu.sections",
                        "ncu.command",
                        "ncu.log",
                        "ncu.raw",
                        "ncu.details",
                        "ncu.sections_report"),
                done.artifacts().stream().map(Artifact::kind).toList());
        assertEquals(
                "\"ID\",\"Kernel Name\"\n", Files.readString(directory.resolve("ncu/raw.csv")));
    }

    @Test
    void triesOnceMoreWithoutFiltersAndSaysSo() throws IOException {
        // This one profiles only when nothing narrows it.
        String picky = SCRIPT.replace("WANTED", "*--nvtx*) echo 'LOG' >\"$log\" ;;\n*");
        Processes processes =
                FakeTool.processes(
                        directory,
                        "ncu",
                        picky.replace("LOG", "==WARNING== No ranges were profiled."));

        var degraded = assertInstanceOf(Outcome.Degraded.class, run(processes, List.of(), 0));

        assertTrue(command("cmd.txt").contains("--nvtx"));
        assertFalse(command("cmd-rerun.txt").contains("--nvtx"));
        assertTrue(command("cmd-rerun.txt").contains("--replay-mode kernel"));
        assertTrue(degraded.problems().getLast().what().contains("second run without them"));
    }

    @Test
    void neverSkipsAllLaunchesOfAnyChosenKernel() throws IOException {
        Path sqlite = Files.writeString(directory.resolve("run.sqlite"), "");

        var degraded =
                assertInstanceOf(
                        Outcome.Degraded.class,
                        run(ncu("*"), List.of(new Artifact("nsys.sqlite", sqlite)), 50));

        assertTrue(command("cmd.txt").contains("--launch-skip 11"));
        assertEquals(
                "launch_skip 50 would pass over every launch of a kernel that nsys counted 12"
                        + " times; 11 is used",
                degraded.problems().getFirst().what());
        assertTrue(degraded.problems().getFirst().at().endsWith("soft.max"));
    }

    @Test
    void forbiddenCountersAreNamedWithTheirFix() {
        var problem =
                NcuFailure.explain(
                        "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission",
                        exited(1),
                        "tool.log",
                        settings(0),
                        true);

        assertTrue(problem.what().contains("ERR_NVGPUCTRPERM"));
        assertTrue(problem.fix().contains("NVreg_RestrictProfilingToAdminUsers=0"));
    }

    @Test
    void rangeReplayThatSawNoRangeExplainsWhatItNeeds() {
        var ranges =
                new Ncu.Settings(
                        Optional.empty(),
                        Optional.of("range"),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of("decode"),
                        Optional.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        true);

        var problem =
                NcuFailure.explain(
                        "==WARNING== No ranges were profiled.",
                        exited(0),
                        "tool.log",
                        ranges,
                        true);

        assertEquals("no ranges were profiled", problem.what());
        assertTrue(problem.fix().contains("app-range"));
    }

    /// Its report holds the command line; ours does not.
    @Test
    void ncuIsStartedAsItIsAndOnlyOurFilesHideTheSecret() throws IOException {
        Path seen = directory.resolve("seen");
        Processes processes =
                FakeTool.processes(
                        directory,
                        "ncu",
                        SCRIPT.replace(
                                "prev=\n", "echo \"$* with $NCU_TOKEN\" >'" + seen + "'\nprev=\n"));

        run(
                processes,
                List.of(),
                0,
                new Workload.Command(
                        List.of("true", "--password=zNcuWord1"),
                        new Workload.Surroundings(
                                Map.of("NCU_TOKEN", "zNcuVariable1"), Optional.empty())));

        String started = Files.readString(seen);
        assertTrue(started.endsWith("true --password=zNcuWord1 with zNcuVariable1\n"), started);
        assertTrue(command("cmd.txt").contains("true '--password=(hidden)'"), command("cmd.txt"));
        assertFalse(command("cmd.txt").contains("zNcu"), command("cmd.txt"));
    }

    private Outcome run(Processes processes, List<Artifact> earlier, int skip) throws IOException {
        return run(
                processes,
                earlier,
                skip,
                new Workload.Command(
                        List.of("true"), new Workload.Surroundings(Map.of(), Optional.empty())));
    }

    private Outcome run(Processes processes, List<Artifact> earlier, int skip, Workload workload)
            throws IOException {
        Path stage = Files.createDirectories(directory.resolve("ncu"));
        return new NcuStage(
                        new NcuSettings(
                                settings(skip), true, "demangled", true, Duration.ofMinutes(1)),
                        workload,
                        new LeftKernels(
                                new KernelFilter.Kernel("gemm<7>", 480, 900),
                                new KernelFilter.Kernel("soft.max", 12, 100)),
                        false,
                        new InstalledNcu(processes))
                .run(
                        new Workspace(
                                directory,
                                stage,
                                processes,
                                InstantSource.system(),
                                earlier,
                                said::add));
    }

    private Processes ncu(String wanted) throws IOException {
        return FakeTool.processes(
                directory,
                "ncu",
                SCRIPT.replace("WANTED) ", wanted + ") ")
                        .replace("*) echo 'LOG' >\"$log\" ;;\n", ""));
    }

    private String command(String file) throws IOException {
        return Files.readString(directory.resolve("ncu").resolve(file));
    }

    private static Ended exited(int code) {
        return new Ended.Exited(code, new Ended.Usage(Duration.ZERO, 0));
    }

    private static Ncu.Settings settings(int skip) {
        return new Ncu.Settings(
                Optional.of("all"),
                Optional.of("kernel"),
                Optional.of("roofline"),
                List.of(),
                List.of("SpeedOfLight"),
                List.of("decode*"),
                Optional.empty(),
                skip == 0 ? OptionalInt.empty() : OptionalInt.of(skip),
                OptionalInt.of(100),
                true);
    }
}
