package dev.llmprof.pipeline;

import java.util.Optional;

/// A stage in its place in the pipeline: switched on, or off for a reason.
public record Step(Stage stage, Optional<String> off) {

    public static Step on(Stage stage) {
        return new Step(stage, Optional.empty());
    }

    public static Step off(Stage stage, String reason) {
        return new Step(stage, Optional.of(reason));
    }

    /// Names another way to switch it on, where it is off.
    public Step or(String how) {
        return new Step(stage, off.map(reason -> reason + " or " + how));
    }

    public boolean enabled() {
        return off.isEmpty();
    }
}
