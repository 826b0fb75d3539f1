package dev.llmprof.run;

import dev.llmprof.config.OldKeys;
import dev.llmprof.config.OldKeys.Rule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keys of earlier versions and today's names for them.
public final class OldNames {

    private static final Map<String, String> NEW =
            Map.of(
                    "workload",
                    "- workload: builtin   in the defaults of config.yaml",
                    "gpu",
                    "- gpu: auto   in the defaults of config.yaml",
                    "device",
                    "device: auto   in config.yaml, in place of run.device",
                    "pipeline.direct_inference",
                    """
                    pipeline.direct_inference.enable: false   in config.yaml, and in its defaults
                    - output/direct@pipeline.direct_inference.output: default\
                    """,
                    "pipeline.torch_profiler.output",
                    "- output/torch@pipeline.torch_profiler.output: default   in the defaults of"
                            + " config.yaml",
                    "pipeline.ncu.ncu_cli",
                    "the preset's set, sections, metrics, nvtx.include and export.csv go below"
                            + " ncu_cli");

    private OldNames() {}

    /// What to do in a configuration tree of an earlier version about a key that is not known, or
    /// not there.
    static Optional<String> advice(String key) {
        return Optional.ofNullable(NEW.get(key))
                .or(() -> keys().renamed(key).map(now -> "it is now " + now));
    }

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
                        new Rule("pipeline.ncu.csv", "pipeline.ncu.ncu_cli.export.csv"),
                        new Rule("*.enabled", "*.enable"),
                        new Rule(
                                "runner@stage1_runner=stage1.no-static",
                                "pipeline.static_analysis.enable=false"),
                        new Rule(
                                "+runner@stage1_runner=stage1.no-static",
                                "pipeline.static_analysis.enable=false")));
    }
}
