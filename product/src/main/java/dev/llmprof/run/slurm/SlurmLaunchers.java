package dev.llmprof.run.slurm;

import dev.llmprof.config.hydra.HydraSchema;
import dev.llmprof.config.sweep.LauncherDefinition;
import dev.llmprof.config.sweep.Sweeps;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.settings.SlurmKeys;
import java.util.Map;

/// Slurm as a launcher, under our name and under that of Hydra's own.
public final class SlurmLaunchers {
    private SlurmLaunchers() {}

    public static LauncherDefinition slurm(Map<String, String> environment) {
        return new LauncherDefinition("slurm", HydraSchema.SLURM_LAUNCHER, maker(environment));
    }

    public static LauncherDefinition submitit(Map<String, String> environment) {
        return new LauncherDefinition(
                "submitit_slurm", HydraSchema.SUBMITIT_LAUNCHER, maker(environment));
    }

    private static LauncherDefinition.Maker maker(Map<String, String> environment) {
        return (master, _) ->
                new SlurmLauncher(
                        SlurmKeys.of(master),
                        Sweeps.directory(master),
                        new SystemProcesses(environment));
    }
}
