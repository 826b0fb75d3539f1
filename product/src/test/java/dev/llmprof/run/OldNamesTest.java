package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.app.Wiring;
import dev.llmprof.config.OldKeys;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.yaml.YamlWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names of earlier versions still work, and say what to type now.
class OldNamesTest {

    @ParameterizedTest
    @CsvSource({
        "run.device=cpu, device=cpu",
        "run.dataset_subset_filelist=a.txt, dataset.subset_filelist=a.txt",
        "run.repeats=3, dataset.sampling.num_samples_per_epoch=3",
        "run.stage1_repeats=3, dataset.sampling.num_samples_per_epoch=3",
        "artifacts.runs_dir=/x, hydra.run.dir=/x",
        "nsys.trace=cuda, pipeline.nsys.trace=cuda",
        "nsys.enabled=true, pipeline.nsys.enable=true",
        "ncu.enable=true, pipeline.ncu.enable=true",
        "ncu.set=full, pipeline.ncu.ncu_cli.set=full",
        "pipeline.ncu.nvtx_include=decode, pipeline.ncu.ncu_cli.nvtx.include=decode",
        "pipeline.ncu.set=full, pipeline.ncu.ncu_cli.set=full",
        "pipeline.ncu.metrics=null, pipeline.ncu.ncu_cli.metrics=null",
        "pipeline.ncu.sections=[Occupancy], pipeline.ncu.ncu_cli.sections=[Occupancy]",
        "pipeline.ncu.target_processes=all, pipeline.ncu.ncu_cli.target_processes=all",
        "torch_profiler.with_stack=true, pipeline.torch_profiler.with_stack=true",
        "torch_profiler.enabled=false, pipeline.torch_profiler.enable=false",
        "pipeline.torch_profiler.enabled=false, pipeline.torch_profiler.enable=false",
        "analysis.static.enable=false, pipeline.static_analysis.enable=false",
        "analysis.static.write_reports=false, pipeline.static_analysis.write_reports=false",
        "runner@stage1_runner=stage1.no-static, pipeline.static_analysis.enable=false",
        "pipeline.workload.module=a.b, workload.module=a.b"
    })
    void anOldKeyIsTheNewOneAndTheWarningNamesIt(String old, String now) {
        OldKeys.Renamed renamed = OldNames.keys().apply(List.of(old));

        assertEquals(List.of(now), renamed.overrides());
        assertEquals(1, renamed.warnings().size(), renamed.warnings()::toString);
        assertEquals(now, renamed.warnings().getFirst().fix());
        assertEquals(List.of(), Composed.of(now).problems());
    }

    @ParameterizedTest
    @CsvSource({
        "llm-profile-runner, static_analysis torch_profiler",
        "deep-profile-runner, nsys ncu",
        "direct-inference-runner, direct_inference",
        "stage1-run, static_analysis torch_profiler",
        "stage1-run-no-static, torch_profiler",
        "stage2-profile, nsys ncu",
        "stage-all-run, static_analysis torch_profiler nsys ncu"
    })
    void anOldCommandIsASetOfToggles(String name, String stages) {
        assertTrue(OldEntries.NAMES.contains(name));
        List<String> toggles = OldEntries.toggles(name, Wiring.stages());

        assertEquals(
                List.of(stages.split(" ")), Composed.of(toggles.toArray(String[]::new)).enabled());
    }

    @Test
    void oldKeysMeanWhatTheyMeant() {
        var composed =
                Composed.of(
                        "+nsys.gating_nvtx=true",
                        "+nsys.nvtx_capture=decode",
                        "nsys.enabled=true",
                        "ncu.set=full",
                        "ncu.nvtx_include=prefill",
                        "pipeline.ncu.enable=true",
                        "run.stage1_repeats=5",
                        "torch_profiler.enabled=false",
                        "runner@stage1_runner=stage1.no-static");

        assertTrue(composed.argv("nsys").contains("--nvtx-capture=decode"));
        assertTrue(composed.argv("ncu").contains("full"));
        assertTrue(composed.argv("ncu").contains("prefill/"));
        assertTrue(yaml(composed).contains("num_samples_per_epoch: 5"));
        assertFalse(composed.enabled().contains("static_analysis"));
        assertFalse(composed.enabled().contains("torch_profiler"));
    }

    @Test
    void runsGoBelowTmpRuns() {
        var composed = Composed.of();

        assertTrue(
                composed.composition()
                        .hydraValue("run.dir")
                        .orElseThrow()
                        .toString()
                        .contains("/tmp/runs/20261115-142233"));
    }

    @Test
    void anOldRunsDirectoryIsWhereTheRunGoes() {
        assertEquals(
                "/old/place",
                Composed.of("artifacts.runs_dir=/old/place")
                        .composition()
                        .hydraValue("run.dir")
                        .map(PythonText::str)
                        .orElseThrow());
    }

    private static String yaml(Composed composed) {
        return YamlWriter.write(composed.composition().job());
    }
}
