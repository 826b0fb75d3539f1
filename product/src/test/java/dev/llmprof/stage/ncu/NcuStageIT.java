package dev.llmprof.stage.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.Processes;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.Phases;
import dev.llmprof.testing.RealTool;
import dev.llmprof.tool.Ncu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real ncu where there is no GPU: what it says then, and what it says about itself.
class NcuStageIT {
    @TempDir private Path directory;
    private final Processes processes = new SystemProcesses(System.getenv());

    @BeforeEach
    void needsNcu() {
        RealTool.ncu();
        Assumptions.assumeFalse(
                Files.exists(Path.of("/proc/driver/nvidia/version")),
                "skipped: this machine has a GPU");
    }

    @Test
    void withoutAGpuFailsAfterItsSecondTryAndSaysWhy() throws IOException {
        var failed =
                assertInstanceOf(
                        Outcome.Failed.class,
                        run(settings(List.of("SpeedOfLight"), List.of("gpu__time_duration.sum"))));

        assertEquals(
                "no kernels were profiled: no GPU was found on this machine",
                failed.problem().what());
        String first = Files.readString(directory.resolve("ncu/cmd.txt"));
        String second = Files.readString(directory.resolve("ncu/cmd-rerun.txt"));
        assertTrue(first.contains("--nvtx --nvtx-include decode/"), first);
        assertTrue(first.contains("--section SpeedOfLight"), first);
        assertFalse(second.contains("--nvtx"), second);
        assertTrue(second.contains("--replay-mode kernel"), second);
        assertTrue(
                Files.readString(directory.resolve("ncu/tool.log"))
                        .contains("No kernels were profiled"));
        assertTrue(
                Files.readString(directory.resolve("ncu/sections.txt")).contains("SpeedOfLight"));
    }

    @Test
    void leavesOutWhatThisNcuDoesNotKnowAndSaysSo() throws IOException {
        var ready =
                assertInstanceOf(
                        Probe.Ready.class,
                        stage(
                                        settings(
                                                List.of("SpeedOfLight", "SpeedOfLigth"),
                                                List.of(
                                                        "gpu__time_duration.sum",
                                                        "gpu__time_duratoin.avg")))
                                .probe());

        assertEquals(2, ready.notes().size());
        assertTrue(
                ready.notes().getFirst().what().contains("did you mean SpeedOfLight?"),
                ready.notes().getFirst().what());
    }

    @Test
    void metricsOfEveryKindPass() throws IOException {
        var ready =
                assertInstanceOf(
                        Probe.Ready.class,
                        stage(
                                        settings(
                                                List.of("SpeedOfLight"),
                                                List.of(
                                                        "launch__registers_per_thread",
                                                        "regex:sm__inst_.*",
                                                        "group:memory__chart",
                                                        "breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed",
                                                        "smsp__pcsamp_sample_count",
                                                        "sm__maximum_warps_avg_per_active_cycle",
                                                        "device__attribute_multiprocessor_count",
                                                        "inst_executed")))
                                .probe());

        assertEquals(List.of(), ready.notes());
    }

    @Test
    void namesOfItsPredecessorAreCountedByThoseItHas() throws IOException {
        NcuStage stage =
                stage(
                        settings(
                                List.of("SpeedOfLight"),
                                List.of("flop_count_hp", "flop_count_sp_special")));

        assertEquals(List.of(), assertInstanceOf(Probe.Ready.class, stage.probe()).notes());
        assertEquals(
                List.of(
                        "flop_count_hp is counted as"
                                + " smsp__sass_thread_inst_executed_op_hadd_pred_on.sum,"
                                + " smsp__sass_thread_inst_executed_op_hmul_pred_on.sum,"
                                + " smsp__sass_thread_inst_executed_op_hfma_pred_on.sum",
                        "left out: metric flop_count_sp_special, which no version of ncu knows"),
                stage.remarks().subList(stage.remarks().size() - 2, stage.remarks().size()));
    }

    @Test
    void nothingLeftOfTheWishIsAFailureBeforeAnythingStarts() throws IOException {
        var nothing =
                new NcuSettings(
                        new Ncu.Settings(
                                Optional.of("all"),
                                Optional.empty(),
                                Optional.of("nosuchset"),
                                List.of(),
                                List.of("Speed.*"),
                                List.of(),
                                Optional.empty(),
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                true),
                        true,
                        "demangled",
                        true,
                        Duration.ofMinutes(1));

        assertInstanceOf(Probe.Unable.class, stage(nothing).probe());
        assertInstanceOf(Outcome.Failed.class, run(nothing));
        assertFalse(Files.exists(directory.resolve("ncu/cmd.txt")));
    }

    private Outcome run(NcuSettings settings) throws IOException {
        Path stage = Files.createDirectories(directory.resolve("ncu"));
        return stage(settings)
                .run(new Workspace(directory, stage, processes, InstantSource.system(), List.of()));
    }

    private NcuStage stage(NcuSettings settings) throws IOException {
        return new NcuStage(
                settings,
                Phases.workload(directory),
                new LeftKernels(),
                false,
                new InstalledNcu(processes));
    }

    private static NcuSettings settings(List<String> sections, List<String> metrics) {
        return new NcuSettings(
                new Ncu.Settings(
                        Optional.of("all"),
                        Optional.of("kernel"),
                        Optional.of("roofline"),
                        metrics,
                        sections,
                        List.of("decode*"),
                        Optional.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        true),
                true,
                "demangled",
                true,
                Duration.ofMinutes(1));
    }
}
