package dev.llmprof.run.settings;

import dev.llmprof.config.Composition;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.bind.InRange;
import dev.llmprof.config.bind.Key;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `hydra.launcher` of `hydra/launcher=slurm` as it is written: the keys of Hydra's own launcher
/// for Slurm, then ours from `wait` on.
public record SlurmKeys(
        @Key("_target_") String target,
        Optional<String> submititFolder,
        @InRange(min = 1) int timeoutMin,
        Optional<Integer> cpusPerTask,
        Optional<String> gpusPerNode,
        @InRange(min = 1) int tasksPerNode,
        Optional<Double> memGb,
        @InRange(min = 1) int nodes,
        String name,
        boolean stderrToStdout,
        Optional<String> partition,
        Optional<String> qos,
        Optional<String> comment,
        Optional<String> constraint,
        Optional<String> exclude,
        Optional<String> gres,
        Optional<Integer> cpusPerGpu,
        Optional<String> gpusPerTask,
        Optional<String> memPerGpu,
        Optional<String> memPerCpu,
        Optional<String> account,
        @InRange(min = 0) int signalDelayS,
        @InRange(min = 0) int maxNumTimeout,
        Optional<String> python,
        Map<String, Node> additionalParameters,
        @InRange(min = 1) int arrayParallelism,
        Optional<List<String>> setup,
        Optional<List<String>> srunArgs,
        @Key("wait") boolean waits,
        @InRange(min = 1) int pollS,
        @InRange(min = 0) int submitRetries,
        Optional<String> dependency,
        Optional<String> nodelist,
        boolean exclusive,
        Optional<List<String>> teardown,
        Map<String, String> env) {

    /// An unknown key gets the nearest name.
    public static SlurmKeys of(Composition master) {
        var binder = new Binder(Place.root(master.root()), master.interpolator());
        Optional<SlurmKeys> keys = binder.read("hydra.launcher", SlurmKeys.class);
        binder.check();
        return keys.orElseThrow(() -> new IllegalStateException("unbound without a problem"));
    }
}
