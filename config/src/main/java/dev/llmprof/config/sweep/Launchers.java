package dev.llmprof.config.sweep;

import dev.llmprof.config.Composition;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.hydra.HydraSchema;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.python.PythonText;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;

/// Which launcher a configuration asks for, of those that there are.
public record Launchers(List<LauncherDefinition> all) {

    public Launchers {
        all = List.copyOf(all);
    }

    /// One job after another.
    public static LauncherDefinition basic() {
        return new LauncherDefinition(
                "basic", HydraSchema.BASIC_LAUNCHER, (_, here) -> new SerialLauncher(here));
    }

    /// `hydra.launcher.n_jobs` at once.
    public static LauncherDefinition local() {
        return new LauncherDefinition(
                "local",
                HydraSchema.LOCAL_LAUNCHER,
                (master, here) -> new LocalLauncher(atOnce(master), here));
    }

    public Launcher of(Composition master, JobRunner here) {
        String target = master.hydraValue("launcher._target_").map(PythonText::str).orElse("");
        return all.stream()
                .filter(each -> each.target().equals(target))
                .findFirst()
                .orElseThrow(() -> unknown(target))
                .maker()
                .of(master, here);
    }

    private ConfigError unknown(String target) {
        return new ConfigError(
                Kind.USAGE,
                "the launcher '" + target + "' is not known here",
                Origin.ENGINE,
                all.stream()
                        .map(each -> "hydra/launcher=" + each.name())
                        .collect(Collectors.joining("   or   ")));
    }

    private static int atOnce(Composition master) {
        int processors = Runtime.getRuntime().availableProcessors();
        return switch (master.hydraValue("launcher.n_jobs")
                .orElse(new Node.Nothing(Origin.ENGINE))) {
            case Node.Whole(BigInteger jobs, _) when jobs.signum() > 0 ->
                    jobs.min(BigInteger.valueOf(1024)).intValue();
            default -> processors;
        };
    }
}
