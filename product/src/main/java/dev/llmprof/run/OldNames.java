package dev.llmprof.run;

import dev.llmprof.config.OldKeys;
import dev.llmprof.config.OldKeys.Rule;
import java.util.List;

/// Keys of earlier versions and today's names for them.
public final class OldNames {

    private OldNames() {}

    /// In this order: `ncu.set` goes through two of them, `torch_profiler.enabled` too.
    public static OldKeys keys() {
        return new OldKeys(
                List.of(
                        new Rule("run.device", "device"),
                        new Rule("run.dataset_subset_filelist", "dataset.subset_filelist"),
                        new Rule("run.repeats", "dataset.sampling.num_samples_per_epoch"),
                        new Rule("run.stage1_repeats", "dataset.sampling.num_samples_per_epoch"),
                        new Rule("artifacts.runs_dir", "hydra.run.dir"),
                        new Rule("nsys.*", "pipeline.nsys.*"),
                        new Rule("ncu.*", "pipeline.ncu.*"),
                        new Rule("torch_profiler.*", "pipeline.torch_profiler.*"),
                        new Rule("analysis.static.*", "pipeline.static_analysis.*"),
                        new Rule("pipeline.workload.module", "workload.module"),
                        new Rule("pipeline.ncu.nvtx_include", "pipeline.ncu.ncu_cli.nvtx.include"),
                        new Rule("pipeline.ncu.set", "pipeline.ncu.ncu_cli.set"),
                        new Rule("pipeline.ncu.metrics", "pipeline.ncu.ncu_cli.metrics"),
                        new Rule("pipeline.ncu.sections", "pipeline.ncu.ncu_cli.sections"),
                        new Rule(
                                "pipeline.ncu.target_processes",
                                "pipeline.ncu.ncu_cli.target_processes"),
                        new Rule("*.enabled", "*.enable"),
                        new Rule(
                                "runner@stage1_runner=stage1.no-static",
                                "pipeline.static_analysis.enable=false"),
                        new Rule(
                                "+runner@stage1_runner=stage1.no-static",
                                "pipeline.static_analysis.enable=false")));
    }
}
