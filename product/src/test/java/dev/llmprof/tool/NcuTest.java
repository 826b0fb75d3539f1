package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.process.Command;
import dev.llmprof.tool.Ncu.KernelName;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NcuTest {
    private static final Command WORKLOAD = Command.of("./infer");
    private static final Ncu.Settings SETTINGS =
            new Ncu.Settings(
                    Optional.of("all"),
                    Optional.of("kernel"),
                    Optional.of("roofline"),
                    List.of("gpu__time_duration.sum", "dram__throughput.avg"),
                    List.of("SpeedOfLight", "Occupancy"),
                    List.of("decode*", "prefill"),
                    Optional.of(new KernelName("demangled", "regex:(gemm)")),
                    OptionalInt.of(5),
                    OptionalInt.of(1),
                    true);

    @Test
    void givesEachPartItsFlagInOrder() {
        assertEquals(
                List.of(
                        "ncu",
                        "--target-processes",
                        "all",
                        "--replay-mode",
                        "kernel",
                        "--set",
                        "roofline",
                        "--metrics",
                        "gpu__time_duration.sum,dram__throughput.avg",
                        "--section",
                        "SpeedOfLight",
                        "--section",
                        "Occupancy",
                        "--nvtx",
                        "--nvtx-include",
                        "decode/",
                        "--nvtx-include",
                        "prefill/",
                        "--kernel-name-base",
                        "demangled",
                        "--kernel-name",
                        "regex:(gemm)",
                        "--launch-skip",
                        "5",
                        "--launch-count",
                        "1",
                        "--log-file",
                        "/runs/1/ncu/tool.log",
                        "--force-overwrite",
                        "-o",
                        "/runs/1/ncu/decode",
                        "./infer"),
                argv(SETTINGS));
    }

    @Test
    void leavesOutWhatIsEmpty() {
        var bare =
                new Ncu.Settings(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        false);

        assertEquals(
                List.of(
                        "ncu",
                        "--log-file",
                        "/runs/1/ncu/tool.log",
                        "-o",
                        "/runs/1/ncu/decode",
                        "./infer"),
                argv(bare));
    }

    @Test
    void theSecondTryHasNoFilterAndKeepsTheReplayMode() {
        List<String> argv = argv(SETTINGS.withoutFilters());

        assertEquals(
                List.of("ncu", "--target-processes", "all", "--replay-mode", "kernel", "--set"),
                argv.subList(0, 6));
        assertTrue(
                argv.stream()
                        .noneMatch(
                                Set.of("--nvtx", "--kernel-name", "--metrics", "--section")
                                        ::contains));
    }

    @Test
    void makesPushPopFiltersOfBareNames() {
        assertEquals("decode/", NvtxInclude.pushPop("decode*"));
        assertEquals("decode/", NvtxInclude.pushPop("decode"));
        assertEquals("llm@decode/", NvtxInclude.pushPop("llm@decode"));
        assertEquals("outer/inner", NvtxInclude.pushPop("outer/inner"));
        assertEquals("[decode]", NvtxInclude.pushPop("[decode]"));
    }

    @Test
    void tellsWhichRangesACommandLineAsksFor() {
        assertEquals(
                List.of("prefill", "decode@llm", "B"),
                NvtxInclude.labels(
                        List.of(
                                "ncu",
                                "--nvtx",
                                "--nvtx-include",
                                "prefill/",
                                "--nvtx-include",
                                "decode@llm/",
                                "--nvtx-include",
                                "A/B/",
                                "./infer")));
    }

    @Test
    void takesSeveralNamesInOneTextApart() {
        assertEquals(List.of("A", "B", "C"), NvtxInclude.split("A;B, C"));
        assertEquals(List.of("a b/"), NvtxInclude.split("a b/"));
    }

    @Test
    void asksForAllDetailsOfACharts() {
        assertEquals(
                List.of(
                        "ncu",
                        "--csv",
                        "--section",
                        "SpeedOfLight_RooflineChart",
                        "--print-details",
                        "all",
                        "--import",
                        "k.ncu-rep"),
                Ncu.sectionPage(Path.of("k.ncu-rep"), "SpeedOfLight_RooflineChart", true).argv());
        assertEquals(
                List.of(
                        "ncu",
                        "--csv",
                        "--section",
                        "SpeedOfLight_RooflineChart",
                        "--details-all",
                        "--import",
                        "k.ncu-rep"),
                Ncu.sectionPage(Path.of("k.ncu-rep"), "SpeedOfLight_RooflineChart", false).argv());
    }

    @Test
    void whichOfTheTwoIsInTheHelp() {
        assertFalse(NcuAnswers.knowsPrintDetails("  --details-all   Include all section metrics"));
        assertTrue(NcuAnswers.knowsPrintDetails("  --print-details arg   replaces --details-all"));
        assertTrue(NcuAnswers.knowsPrintDetails(""));
    }

    @Test
    void readsTheMetricsOfTheSections() {
        assertEquals(
                Set.of("inst_executed", "smsp__warps_eligible", "launch__block_size"),
                NcuAnswers.listedMetrics(
                        """
                        inst_executed
                         -inst_executed
                        smsp__warps_eligible.avg.per_cycle_active
                        launch__block_size
                        """));
    }

    @Test
    void aRangeOfADomainIsListedBehindIt() {
        assertEquals("decode", NvtxInclude.rangeName("decode*"));
        assertEquals("llm:decode", NvtxInclude.rangeName("decode@llm/"));
        assertEquals("decode", NvtxInclude.rangeName("prefill/decode/"));
    }

    @Test
    void readsTheTablesOfSectionsAndSets() {
        String table =
                """
                ---------- ------------------ ------- -----------------
                Identifier Sections           Enabled Estimated Metrics
                ---------- ------------------ ------- -----------------
                default    LaunchStats, Occup yes     45
                           ancy
                roofline   SpeedOfLight       no      50
                """;

        assertEquals(Set.of("default", "roofline"), NcuAnswers.identifiers(table));
    }

    @Test
    void comparesMetricsWithoutTheWayTheyAreSummedUp() {
        assertEquals(
                "sm__throughput",
                NcuAnswers.counter("sm__throughput.avg.pct_of_peak_sustained_elapsed"));
        assertEquals("flop_count_hp", NcuAnswers.counter("flop_count_hp"));
    }

    @Test
    void readsTheVersionBehindTheBanner() {
        assertEquals(
                Optional.of("2022.3.0.0"),
                NcuAnswers.version(
                        """
                        NVIDIA (R) Nsight Compute Command Line Profiler
                        Copyright (c) 2018-2022 NVIDIA Corporation
                        Version 2022.3.0.0 (build 31729285) (public-release)
                        """));
    }

    @Test
    void hearsWhenNothingWasProfiled() {
        assertTrue(NcuAnswers.nothingProfiled("==WARNING== No kernels were profiled.\n"));
        assertTrue(NcuAnswers.nothingProfiled("==WARNING== No ranges were profiled.\n"));
        assertTrue(NcuAnswers.countersForbidden("==ERROR== ERR_NVGPUCTRPERM - The user does"));
    }

    private static List<String> argv(Ncu.Settings settings) {
        return Ncu.profile(
                        settings,
                        Path.of("/runs/1/ncu/tool.log"),
                        Path.of("/runs/1/ncu/decode"),
                        WORKLOAD)
                .argv();
    }
}
