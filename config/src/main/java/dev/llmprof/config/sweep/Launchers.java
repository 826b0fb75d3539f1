package dev.llmprof.config.sweep;

import dev.llmprof.config.Composition;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.hydra.HydraSchema;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.python.PythonText;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// Which launcher a configuration asks for, by `hydra.launcher._target_`.
public final class Launchers {
    private final Map<String, Function<Composition, Launcher>> byTarget = new HashMap<>();

    public Launchers() {
        byTarget.put(HydraSchema.BASIC_LAUNCHER, _ -> new SerialLauncher());
        byTarget.put(HydraSchema.LOCAL_LAUNCHER, master -> new LocalLauncher(atOnce(master)));
    }

    /// One more, such as a cluster's.
    public Launchers with(String target, Function<Composition, Launcher> maker) {
        byTarget.put(target, maker);
        return this;
    }

    public Launcher of(Composition master) {
        String target = master.hydraValue("launcher._target_").map(PythonText::str).orElse("");
        Function<Composition, Launcher> maker = byTarget.get(target);
        if (maker == null) {
            throw new ConfigError(
                    Kind.USAGE,
                    "the launcher '" + target + "' is not known here",
                    Origin.ENGINE,
                    "hydra/launcher=basic   or   hydra/launcher=local");
        }
        return maker.apply(master);
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
