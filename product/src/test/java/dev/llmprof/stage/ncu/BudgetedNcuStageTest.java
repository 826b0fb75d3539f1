package dev.llmprof.stage.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.FakeTool;
import dev.llmprof.stage.ncu.LaunchPlan.PlannedRun;
import dev.llmprof.stage.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BudgetedNcuStageTest {
    private static final LaunchPlan PLAN =
            new LaunchPlan(
                    126,
                    .914,
                    List.of(
                            new PlannedRun(1, List.of("gemm", "soft.max"), 3),
                            new PlannedRun(26, List.of("gemm"), 1)),
                    "{\"classes\": []}\n");
    private static final String NCU =
            """
            case "$*" in
            --version) echo 'Version 2025.1.1.0 (build 1)'; exit ;;
            --list-sections) echo 'SpeedOfLight words no file'; exit ;;
            --help|--list-*|--query-metrics*) exit ;;
            esac
            prev=
            for word; do case $prev in -o) out=$word ;; esac; prev=$word; done
            echo report >"$out.ncu-rep"
            """;

    @TempDir private Path directory;
    private final List<String> said = new ArrayList<>();

    @Test
    void itSaysWhatItCoversAndProfilesRunByRun() throws IOException {
        var done = assertInstanceOf(Outcome.Done.class, run(NCU, Optional.of(PLAN), 10));

        assertEquals(
                List.of(
                        "4 classes of launches, 91.4 % of the kernel time; predicted 2.1 of 10 minutes, in 2 runs of the program"),
                said);
        assertEquals(
                List.of("ncu.report", "ncu.report", "ncu.command", "ncu.command", "ncu.plan"),
                done.artifacts().stream().map(Artifact::kind).toList());
        String command = Files.readString(directory.resolve("ncu/cmd-1.txt"));
        assertTrue(
                command.contains(
                        "ncu --target-processes all --section SpeedOfLight --kernel-name-base function --kernel-id '::regex:^(gemm|soft\\.max)$:1' --launch-count 2 --log-file "),
                command);
        assertEquals("{\"classes\": []}\n", Files.readString(directory.resolve("ncu/plan.json")));
    }

    @Test
    void withoutACaptureThereIsNothingToPlanFrom() throws IOException {
        var failed = assertInstanceOf(Outcome.Failed.class, run(NCU, Optional.empty(), 10));

        assertEquals("no capture of this run has a kernel to plan from", failed.problem().what());
    }

    @Test
    void aBudgetThatNoLaunchFitsIntoIsSaid() throws IOException {
        var nothing = new LaunchPlan(0, 0, List.of(), "{}\n");
        var failed = assertInstanceOf(Outcome.Failed.class, run(NCU, Optional.of(nothing), .5));

        assertEquals(
                "no launch fits 0.5 minutes: one run of the program takes longer",
                failed.problem().what());
        assertEquals("pipeline.ncu.budget_minutes=1", failed.problem().fix());
    }

    @Test
    void itWaitsHalfAsLongAgainAsWasAskedForAndNeverPastTheTimeout() {
        var hour = Duration.ofHours(1);
        assertEquals(Duration.ofMinutes(15), new NcuBudget(10, hour).limit());
        assertEquals(Duration.ofSeconds(45), new NcuBudget(.5, hour).limit());
        assertEquals(hour, new NcuBudget(50, hour).limit());
    }

    /// The first run never ends: what it left counts, and the second does not begin.
    @Test
    void aRunPastItIsEndedAndTheOthersAreLeftOut() throws IOException {
        var degraded =
                assertInstanceOf(
                        Outcome.Degraded.class,
                        run(NCU + "exec sleep 600\n", Optional.of(PLAN), .03));

        assertEquals(
                List.of("ncu.report", "ncu.command", "ncu.plan"),
                degraded.artifacts().stream().map(Artifact::kind).toList());
        assertEquals(
                List.of(
                        "ncu was stopped after 2.7 s",
                        "the budget is used; 1 of 2 planned runs of the program were left out"),
                degraded.problems().stream().map(Problem::what).toList());
        assertEquals("pipeline.ncu.budget_minutes=0.06", degraded.problems().getLast().fix());
    }

    @Test
    void aRunThatIsEndedWithNothingToShowSaysSo() throws IOException {
        String idle = NCU.replace("echo report >\"$out.ncu-rep\"", "exec sleep 600");
        var failed = assertInstanceOf(Outcome.Failed.class, run(idle, Optional.of(PLAN), .01));

        assertEquals("raise pipeline.ncu.budget_minutes", failed.problem().fix());
        assertTrue(failed.problem().what().startsWith("ncu "), failed.problem().what());
        assertEquals(
                List.of("the budget is used; 1 of 2 planned runs of the program were left out"),
                failed.beside().stream().map(Problem::what).toList());
    }

    private Outcome run(String script, Optional<LaunchPlan> plan, double minutes)
            throws IOException {
        Path stage = Files.createDirectories(directory.resolve("ncu"));
        Processes processes = FakeTool.processes(directory, "ncu", script);
        var workload =
                new Workload.Command(
                        List.of("true"), new Workload.Surroundings(Map.of(), Optional.empty()));
        return new BudgetedNcuStage(
                        new NcuBudget(minutes, Duration.ofMinutes(5)),
                        workload,
                        (_, _, _) -> plan,
                        new InstalledNcu(processes))
                .run(
                        new Workspace(
                                directory,
                                stage,
                                processes,
                                InstantSource.system(),
                                List.of(),
                                said::add));
    }
}
