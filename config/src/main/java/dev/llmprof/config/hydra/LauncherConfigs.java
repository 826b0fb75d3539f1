package dev.llmprof.config.hydra;

import java.util.Map;

/// The options of `hydra/launcher` that come with the composer.
final class LauncherConfigs {
    /// The keys and defaults of Hydra's own launcher for Slurm, then ours.
    private static final String SLURM =
            """
            submitit_folder: null
            timeout_min: 60
            cpus_per_task: null
            gpus_per_node: null
            tasks_per_node: 1
            mem_gb: null
            nodes: 1
            name: ${hydra.job.name}
            stderr_to_stdout: false
            partition: null
            qos: null
            comment: null
            constraint: null
            exclude: null
            gres: null
            cpus_per_gpu: null
            gpus_per_task: null
            mem_per_gpu: null
            mem_per_cpu: null
            account: null
            signal_delay_s: 120
            max_num_timeout: 0
            python: null
            additional_parameters: {}
            array_parallelism: 256
            setup: null
            srun_args: null
            wait: true
            poll_s: 5
            submit_retries: 5
            dependency: null
            nodelist: null
            exclusive: false
            teardown: null
            env: {}
            """;

    private LauncherConfigs() {}

    static Map<String, String> all() {
        return Map.of(
                "hydra/launcher/basic",
                "_target_: " + HydraSchema.BASIC_LAUNCHER,
                "hydra/launcher/local",
                "_target_: " + HydraSchema.LOCAL_LAUNCHER + "\nn_jobs: null",
                "hydra/launcher/slurm",
                "_target_: " + HydraSchema.SLURM_LAUNCHER + "\n" + SLURM,
                "hydra/launcher/submitit_slurm",
                "_target_: " + HydraSchema.SUBMITIT_LAUNCHER + "\n" + SLURM);
    }
}
