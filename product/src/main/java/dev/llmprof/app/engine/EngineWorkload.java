package dev.llmprof.app.engine;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.stage.EngineSettings;
import dev.llmprof.stage.Workload;
import dev.llmprof.tool.Engine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The built-in workload from its keys.
public final class EngineWorkload {

    private EngineWorkload() {}

    /// Empty where the keys have problems; the binder keeps them.
    public static Optional<Workload> of(
            Binder binder,
            String device,
            OptionalInt representativeNewTokens,
            Workload.Surroundings surroundings) {
        return EngineBinding.engine(binder, device, representativeNewTokens)
                .map(settings -> of(settings, surroundings));
    }

    static Workload of(EngineSettings settings, Workload.Surroundings surroundings) {
        return new Workload.Builtin(launcher(), settings, surroundings);
    }

    private static List<String> launcher() {
        return Engine.launcher(Path.of(System.getProperty("java.home")), EngineHome.find());
    }
}
