package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.stage.FakeTool;
import dev.llmprof.testing.PretendedDriver;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NcuReportFile;
import dev.llmprof.testing.nsight.NcuRuns;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole way from nsys to ncu on a machine that says it has a GPU: its driver is mounted in a
/// namespace of its own, which needs root, and the tools give back what was recorded elsewhere.
class GpuBoxIT {
    private static final String RECORDED =
            "deepseek-ocr-rtx5090/reports/20251107-dsocr/nsys/per-stage";
    private static final PretendedDriver BOX = new PretendedDriver("NVIDIA GeForce RTX 5090");
    private static final String NSYS =
            """
            case "$*" in
            --version) echo 'NVIDIA Nsight Systems version 2025.3.1.90-x'; exit ;;
            'profile --help') echo --cuda-graph-trace=; exit ;;
            'stats --help-reports') echo '  gpukernsum'; exit ;;
            export*) cp 'HERE/run.sqlite' "$7"; exit ;;
            esac
            prev=
            for word; do case $prev in -o) out=$word; break ;; esac; prev=$word; done
            echo report >"$out.nsys-rep"
            """;
    private static final String NCU =
            """
            case "$*" in
            --version) echo 'Version 2025.1.1.0 (build 35528883) (public-release)'; exit ;;
            --help) echo '  --print-details arg'; exit ;;
            --list-sections) for s in SpeedOfLight MemoryWorkloadAnalysis Occupancy SchedulerStats; do echo "$s  words no file"; done; exit ;;
            --list-sets) echo 'roofline  SpeedOfLight no 50'; exit ;;
            --list-chips) echo gb202; exit ;;
            --list-metrics*) exit ;;
            --query-metrics*) for m in gpu__time_duration sm__throughput dram__throughput; do echo "\\"$m\\",\\"Counter\\""; done; exit ;;
            --import*) echo '"ID","Kernel Name"'; exit ;;
            esac
            prev=
            for word; do
                case $prev in -o) out=$word ;; --log-file) log=$word ;; esac
                prev=$word
            done
            cp 'HERE/kernels.ncu-rep' "$out.ncu-rep"; echo '==PROF== done' >"$log"
            """;

    @TempDir private Path directory;

    @BeforeAll
    static void mayPretend() {
        BOX.needed();
    }

    @Test
    void ncuTakesItsNamesFromDecodeAndTheDefaultsAreHealthy() throws Exception {
        String words = run(NsysRuns.generated(7, 6));

        assertTrue(words.contains("5 of 5 kernels of 'decode', 100.0 % of its GPU time"), words);
        String report = Files.readString(directory.resolve("run/report.md"));
        assertTrue(report.contains("the window of warm requests or steps"), report);
        assertTrue(report.contains(words), report);
    }

    /// One decode step and the prefill before it, by what was recorded of each.
    @Test
    void onARecordedDecodeTheNamesAreThoseOfItsOwnGemvs() throws Exception {
        Optional<Path> recorded = SharedData.ifHere(RECORDED);
        assumeTrue(recorded.isPresent(), "skipped: the captures of others are not here");
        var run =
                RecordedPhases.run(
                        summary(recorded.get(), "prefill"),
                        1,
                        summary(recorded.get(), "decode"),
                        64);

        String words = run(run);

        assertTrue(words.startsWith("30 of 46 kernels of 'decode', 96.7 % of its GPU time"), words);
        String command = Files.readString(directory.resolve("run/ncu/cmd.txt"));
        assertTrue(command.contains("internal::gemvx::kernel"), command);
        assertTrue(command.contains("--launch-count 2000"), command);
    }

    /// The fake report is of other kernels: that is said, and not taken for covered.
    @Test
    void withinABudgetLaunchesArePlannedAndTheCoverageIsSaid() throws Exception {
        Llmprof llmprof =
                started(NsysRuns.generated(7, 6), List.of("pipeline.ncu.budget_minutes=10"));

        assertEquals(0, llmprof.exit(), llmprof.errors());
        JsonNode plan =
                new JsonMapper().readTree(Files.readString(directory.resolve("run/ncu/plan.json")));
        String said =
                String.format(
                        Locale.ROOT,
                        "%d classes of launches, %.1f %% of the kernel time; predicted %.1f of 10 minutes",
                        plan.path("classes").size(),
                        100 * plan.path("covered_share").asDouble(),
                        plan.path("predicted_minutes").asDouble());
        assertTrue(llmprof.errors().contains(said), llmprof.errors());
        assertTrue(plan.path("classes").size() > 3, plan::toString);
        String command = Files.readString(directory.resolve("run/ncu/cmd-1.txt"));
        assertTrue(command.contains("--kernel-id"), command);
        JsonNode coverage =
                new JsonMapper()
                        .readTree(Files.readString(directory.resolve("run/metrics.json")))
                        .path("ncu_coverage");
        assertEquals(
                plan.path("covered_share").asDouble(),
                coverage.path("planned_share").asDouble(),
                1e-9);
        assertEquals(0, coverage.path("covered_share").asDouble());
        String report = Files.readString(directory.resolve("run/report.md"));
        assertTrue(
                report.contains(
                        "Counters of 0 of "
                                + plan.path("classes").size()
                                + " planned classes of launches stand for 0.0 % of the kernel time"),
                report);
    }

    private static Path summary(Path captures, String label) {
        return captures.resolve(label).resolve("nsys/summary_cuda_gpu_kern_sum.csv");
    }

    /// What ncu says that it replays, after a run that found nothing to complain of.
    private String run(NsysRun recorded) throws IOException, InterruptedException {
        Llmprof llmprof = started(recorded, List.of());
        assertEquals(0, llmprof.exit(), llmprof.errors());
        JsonNode choice =
                new JsonMapper()
                        .readTree(Files.readString(directory.resolve("run/ncu/choice.json")));
        String words = choice.path("words").asText();
        assertTrue(llmprof.errors().contains(words + "; about "), llmprof.errors());
        return words;
    }

    private Llmprof started(NsysRun recorded, List<String> overrides) throws IOException {
        NsysExport.write(recorded, NsysSchema.V3_25, directory.resolve("run.sqlite"));
        NcuReportFile.write(NcuRuns.inference(), directory.resolve("kernels.ncu-rep"));
        FakeTool.environment(directory, "nsys", NSYS.replace("HERE", directory.toString()));
        FakeTool.environment(directory, "ncu", NCU.replace("HERE", directory.toString()));
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "run",
                                "--strict",
                                "hydra.run.dir=" + directory.resolve("run"),
                                "pipeline.static_analysis.enable=false",
                                "pipeline.torch_profiler.enable=false",
                                "pipeline.nsys.enable=true",
                                "pipeline.ncu.enable=true"));
        words.addAll(overrides);
        words.addAll(List.of("--", "true"));
        return Llmprof.start(
                directory,
                BOX.around(
                        "env",
                        "PATH=" + directory.resolve("bin") + ":/usr/bin:/bin",
                        "XDG_CACHE_HOME=" + directory.resolve("cache")),
                words);
    }
}
