package dev.llmprof.run.workload;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.run.settings.EngineBinding;
import dev.llmprof.stage.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The built-in workload from its keys.
public final class EngineWorkload {

    private EngineWorkload() {}

    /// Empty where the keys have problems; the binder keeps them.
    public static Optional<Workload> of(
            Binder binder,
            List<String> launcher,
            String device,
            OptionalInt representativeNewTokens,
            Workload.Surroundings surroundings) {
        return EngineBinding.engine(binder, device, representativeNewTokens)
                .map(settings -> new Workload.Builtin(launcher, settings, surroundings));
    }
}
