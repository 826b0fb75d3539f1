package dev.llmprof.run.stage;

import dev.llmprof.pipeline.Step;
import dev.llmprof.run.settings.ConditionsKeys;
import dev.llmprof.stage.conditions.ConditionsStage;
import java.util.Optional;

/// The sampler of the machine's state from its keys.
public final class ConditionsStages {

    private ConditionsStages() {}

    public static StageDefinition definition() {
        return StageDefinition.of("conditions", ConditionsStages::step);
    }

    /// A tree that was written before the stage was there goes on working, and is sampled too.
    private static Optional<Step> step(Parts parts) {
        return parts.binder()
                .read("pipeline", ConditionsKeys.Pipeline.class)
                .map(pipeline -> pipeline.conditions().orElse(ConditionsKeys.USUAL))
                .map(keys -> {
                    keys.check(parts.binder());
                    var stage = new ConditionsStage(keys.settings(), parts.processes());
                    return StageDefinition.step(stage, keys.enable());
                });
    }
}
