package dev.llmprof.run.workload;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.run.settings.RunKeys;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Surroundings;
import java.util.List;
import java.util.OptionalInt;

/// The built-in engine from its keys.
final class BuiltinParts {

    private BuiltinParts() {}

    /// Where the keys have problems a stand-in, so that the stages' problems are found too.
    static Workload of(
            Binder binder,
            RunKeys run,
            List<String> launcher,
            String device,
            Surroundings surroundings) {
        OptionalInt tokens =
                run.representativeMaxNewTokens().map(OptionalInt::of).orElseGet(OptionalInt::empty);
        return EngineWorkload.of(binder, launcher, device, tokens, surroundings)
                .orElseGet(() -> new Workload.Command(List.of("false"), surroundings));
    }
}
