package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.config.yaml.YamlWriter;
import dev.llmprof.stage.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the shipped configuration asks for, and what its overrides do.
class ShippedTreeTest {
    private static final String ON = "pipeline.nsys.enable=true";

    @Test
    void oneRootSwitchesStagesByTheirOwnKeys() {
        assertEquals(
                List.of("static_analysis", "torch_profiler", "conditions"),
                Composed.of().enabled());
        assertTrue(
                Composed.of(ON, "pipeline.ncu.enable=true")
                        .enabled()
                        .containsAll(List.of("nsys", "ncu")));
    }

    @Test
    void theDefaultGateIsPrefillAndNeverTheWordRange() {
        List<String> argv = Composed.of(ON).argv("nsys");

        assertTrue(argv.contains("--capture-range=nvtx"));
        assertTrue(argv.contains("--nvtx-capture=window"));
        assertTrue(argv.contains("--capture-range-end=stop"));
        assertFalse(argv.contains("--nvtx-capture=range"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "''", "'  '"})
    void anEmptyGateIsAProblemBeforeAnythingStarts(String value) {
        var problems = Composed.of(ON, "pipeline.nsys.nvtx_capture=" + value).problems();

        assertEquals(1, problems.size());
        assertEquals(
                "pipeline.nsys.nvtx_capture is empty, but capture_range=nvtx needs a range to wait"
                        + " for",
                problems.getFirst().what());
        assertEquals(
                "override 'pipeline.nsys.nvtx_capture=" + value + "'", problems.getFirst().at());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pipeline.nsys.capture_range=range",
                "pipeline.nsys.nvtx_capture=range",
                "pipeline.nsys.nvtx_capture='pre*'",
                "pipeline.nsys.capture_range_end=sometimes",
                "pipeline.nsys.labels=[prefill,'de*']",
                "pipeline.nsys.timeout=soon"
            })
    void refusesWhatNsysWouldTakeInSilence(String override) {
        assertEquals(1, Composed.of(ON, override).problems().size());
    }

    @Test
    void domainsAreIncludedOrExcludedNeverBoth() {
        assertTrue(
                Composed.of(ON, "pipeline.nsys.nvtx_domain_include=default")
                        .argv("nsys")
                        .contains("--nvtx-domain-include=default"));
        assertEquals(
                1,
                Composed.of(
                                ON,
                                "pipeline.nsys.nvtx_domain_include=a",
                                "pipeline.nsys.nvtx_domain_exclude=b")
                        .problems()
                        .size());
    }

    @Test
    void gatingOffOpensTheNvtxGateAndNoOther() {
        String off = "pipeline.nsys.gating_nvtx=false";

        assertFalse(
                Composed.of(ON, off).argv("nsys").stream()
                        .anyMatch(word -> word.startsWith("--capture-range")));
        assertTrue(
                Composed.of(ON, off, "pipeline.nsys.capture_range=cudaProfilerApi")
                        .argv("nsys")
                        .contains("--capture-range=cudaProfilerApi"));
    }

    @Test
    void theRangesEndIsPassedOnlyWhenSet() {
        assertFalse(
                Composed.of(ON, "pipeline.nsys.capture_range_end=null").argv("nsys").stream()
                        .anyMatch(word -> word.startsWith("--capture-range-end")));
    }

    @Test
    void presetsAreMountedUnderTheStagesKeys() {
        var composed = Composed.of(ON, "profiling/nsys@pipeline.nsys=nsys.full");

        assertFalse(composed.argv("nsys").contains("--capture-range=nvtx"));
        assertEquals(
                6,
                Composed.of(ON, "profiling/nsys@pipeline.nsys=nsys.stages").plan("nsys").stream()
                        .filter(command -> command.argv().contains("profile"))
                        .count());
    }

    @Test
    void ncuGetsItsSectionsMetricsAndRange() {
        List<String> argv = Composed.of("pipeline.ncu.enable=true").argv("ncu");

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
                        "gpu__time_duration.sum,"
                                + "sm__throughput.avg.pct_of_peak_sustained_elapsed,"
                                + "dram__throughput.avg.pct_of_peak_sustained_elapsed",
                        "--section",
                        "SpeedOfLight",
                        "--section",
                        "MemoryWorkloadAnalysis",
                        "--section",
                        "Occupancy",
                        "--section",
                        "SchedulerStats",
                        "--nvtx",
                        "--nvtx-include",
                        "decode/",
                        "--launch-count",
                        "2000",
                        "--log-file",
                        "/runs/1/ncu/tool.log",
                        "--force-overwrite",
                        "-o",
                        "/runs/1/ncu/decode",
                        "./infer"),
                argv);
    }

    @Test
    void ncuTakesTextsForListsAndNoFilterWithoutGating() {
        List<String> argv =
                Composed.of(
                                "pipeline.ncu.enable=true",
                                "pipeline.ncu.gating_nvtx=false",
                                "pipeline.ncu.ncu_cli.metrics='a.sum,b.avg'",
                                "pipeline.ncu.ncu_cli.kernel_name='regex:gemm.*'")
                        .argv("ncu");

        assertTrue(argv.contains("a.sum,b.avg"));
        assertTrue(argv.contains("regex:gemm.*"));
        assertFalse(argv.contains("--nvtx"));
    }

    @ParameterizedTest
    @CsvSource({
        "ncu.high, 9",
        "ncu.rtx3090, 7",
        "ncu.rtx3090.compute, 7",
        "ncu.rtx3090.memory, 2",
        "ncu.h100, 9",
        "ncu.a100, 9",
        "ncu.rtx4090, 8",
        "ncu.rtx5090, 8"
    })
    void everyNcuPresetBinds(String preset, int sections) {
        var composed =
                Composed.of("pipeline.ncu.enable=true", "profiling/ncu@pipeline.ncu=" + preset);

        assertEquals(List.of(), composed.problems());
        assertEquals(sections, composed.argv("ncu").stream().filter("--section"::equals).count());
    }

    @Test
    void lightModeIsLightUnlessToldOtherwise() {
        String light = yaml(Composed.of("run.mode=light", "pipeline.ncu.enable=true"));

        assertTrue(light.contains("num_samples_per_epoch: 1"), light);
        assertTrue(
                Composed.of("run.mode=light", "pipeline.ncu.enable=true")
                        .enabled()
                        .contains("ncu"));
        assertTrue(light.contains("warmup_rounds: 1"), light);
        assertTrue(light.contains("top_n_kernels: 30"), light);
        assertTrue(light.contains("device: auto"), light);
        assertTrue(yaml(Composed.of()).contains("mode: deep"), light);
    }

    @Test
    void lightModeLeavesNcuOut() {
        assertFalse(Composed.of("run.mode=light").enabled().contains("ncu"));
        assertTrue(
                Composed.of("run.mode=light")
                        .composition()
                        .request()
                        .overrides()
                        .contains("pipeline.ncu.enable=false"));
    }

    @Test
    void samplingHasKeysOfItsOwn() {
        assertTrue(yaml(Composed.of("dataset/sampling=random")).contains("randomize: true"));
        assertTrue(yaml(Composed.of("dataset.sampling.num_epochs=2")).contains("num_epochs: 2"));
    }

    @Test
    void aPythonModuleIsToldTheConfiguredValues() {
        List<String> argv =
                Composed.with(
                                List.of(),
                                ON,
                                "model=deepseek_ocr",
                                "dataset=omnidocbench",
                                "model/deepseek_ocr/infer@infer=deepseek_ocr.fast",
                                "workload=python_module",
                                "workload.module=llm_perf_opt.runners.llm_profile_runner",
                                "dataset.sampling.num_samples_per_epoch=20",
                                "run.representative_max_new_tokens=64",
                                "device=cuda:1")
                        .argv("nsys");

        assertTrue(argv.contains("device=cuda:0"), argv::toString);
        assertTrue(argv.contains("infer.max_new_tokens=64"), argv::toString);
        assertTrue(argv.contains("infer.no_repeat_ngram_size=0"), argv::toString);
        assertTrue(argv.contains("dataset.sampling.num_samples_per_epoch=20"), argv::toString);
        assertTrue(argv.contains("pipeline.torch_profiler.enable=false"), argv::toString);
        assertEquals("hydra.job.chdir=true", argv.getLast());
    }

    @Test
    void aDatasetThatIsNotThereOrStillPackedIsSaid(@TempDir Path directory) throws IOException {
        String module = "workload.module=infer";
        Path packed = Files.createDirectory(directory.resolve("packed"));
        Files.writeString(packed.resolve("images.zip"), "");

        assertTrue(
                Composed.with(
                                List.of(),
                                module,
                                "dataset=omnidocbench",
                                "dataset.root=" + directory.resolve("gone"))
                        .problems()
                        .getFirst()
                        .what()
                        .startsWith("there is no dataset at "));
        assertTrue(
                Composed.with(List.of(), module, "dataset=omnidocbench", "dataset.root=" + packed)
                        .problems()
                        .getFirst()
                        .what()
                        .startsWith("the dataset is still packed"));
    }

    @Test
    void aChosenGpuIsTheOnlyOneTheProgramSees() {
        Workload workload = Composed.of("device=cuda:3").workload();

        assertEquals("3", workload.surroundings().environment().get("CUDA_VISIBLE_DEVICES"));
    }

    @Test
    void allProblemsAreFoundAtOnce() {
        var problems =
                Composed.of(
                                ON,
                                "pipeline.ncu.enable=true",
                                "pipeline.nsys.nvtx_capture=null",
                                "pipeline.ncu.ncu_cli.replay_mode=sideways",
                                "pipeline.ncu.ncu_cli.launch_skip=-1")
                        .problems();

        assertEquals(3, problems.size(), problems::toString);
    }

    @Test
    void theSeedsOwnChoiceOfModelAndDatasetComposes() {
        String yaml = yaml(Composed.of("model=deepseek_ocr", "dataset=omnidocbench"));

        assertTrue(yaml.contains("max_new_tokens: 8192"), yaml);
        assertTrue(yaml.contains("name: OmniDocBench"), yaml);
        assertTrue(yaml.contains("path: ${hydra:runtime.cwd}/models/deepseek-ocr"), yaml);
        assertTrue(yaml.contains("strip_special_tokens: false"), yaml);
    }

    private static String yaml(Composed composed) {
        return YamlWriter.write(composed.composition().job());
    }
}
