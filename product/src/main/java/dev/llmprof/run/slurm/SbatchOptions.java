package dev.llmprof.run.slurm;

import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.run.settings.SlurmKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The keys of the launcher as sbatch takes them.
final class SbatchOptions {
    private SbatchOptions() {}

    /// `logs` may hold what Slurm replaces, such as `%j`; tasks start in `directory`.
    static List<String> of(SlurmKeys keys, Path logs, Path directory) {
        var options = new ArrayList<String>();
        options.add("--chdir=" + directory);
        options.add("--output=" + logs.resolve("%A_%a.out"));
        if (!keys.stderrToStdout()) {
            options.add("--error=" + logs.resolve("%A_%a.err"));
        }
        options.add("--time=" + keys.timeoutMin());
        options.add("--signal=B:USR1@" + warningSeconds(keys));
        if (keys.maxNumTimeout() > 0) {
            options.add("--requeue");
        }
        options.add("--nodes=" + keys.nodes());
        options.add("--ntasks-per-node=" + keys.tasksPerNode());
        add(options, "cpus-per-task", keys.cpusPerTask());
        add(options, "gpus-per-node", keys.gpusPerNode());
        add(options, "mem", keys.memGb().map(SbatchOptions::megabytes));
        add(options, "partition", keys.partition());
        add(options, "qos", keys.qos());
        add(options, "comment", keys.comment());
        add(options, "constraint", keys.constraint());
        add(options, "exclude", keys.exclude());
        add(options, "gres", keys.gres());
        add(options, "cpus-per-gpu", keys.cpusPerGpu());
        add(options, "gpus-per-task", keys.gpusPerTask());
        add(options, "mem-per-gpu", keys.memPerGpu());
        add(options, "mem-per-cpu", keys.memPerCpu());
        add(options, "account", keys.account());
        add(options, "dependency", keys.dependency());
        add(options, "nodelist", keys.nodelist());
        if (keys.exclusive()) {
            options.add("--exclusive");
        }
        options.addAll(additional(keys.additionalParameters()));
        return List.copyOf(options);
    }

    /// Slurm sends a warning that is due before the beginning at once: a short job gets it at half
    /// its time.
    static int warningSeconds(SlurmKeys keys) {
        return Math.min(keys.signalDelayS(), keys.timeoutMin() * 60 / 2);
    }

    private static void add(List<String> options, String name, Optional<?> value) {
        value.ifPresent(each -> options.add("--" + name + "=" + each));
    }

    private static String megabytes(double gigabytes) {
        return String.format(Locale.ROOT, "%dM", Math.round(gigabytes * 1024));
    }

    /// Names as sbatch has them, with `_` or `-`; true is a flag without a value.
    private static List<String> additional(Map<String, Node> parameters) {
        var options = new ArrayList<String>();
        parameters.forEach((name, value) -> {
            String flag = "--" + name.replace('_', '-');
            switch (value) {
                case Node.Nothing _ -> {}
                case Node.Truth(boolean on, _) -> {
                    if (on) {
                        options.add(flag);
                    }
                }
                default -> options.add(flag + "=" + PythonText.str(value));
            }
        });
        return options;
    }
}
