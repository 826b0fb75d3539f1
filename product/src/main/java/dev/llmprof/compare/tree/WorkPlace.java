package dev.llmprof.compare.tree;

/// Where work stands in the tree above its operator; empty where the capture does not say.
public record WorkPlace(String phase, String stepKind, String module) {
    String phaseName() {
        return phase.isEmpty() ? "outside of phases" : phase;
    }

    String kindName() {
        return stepKind.isEmpty() ? "outside of steps" : stepKind;
    }

    String moduleName() {
        return module.isEmpty() ? "no module" : module;
    }

    /// Steps of a kind are paired in order, and what is outside of them by its phase.
    String group() {
        return stepKind.isEmpty() ? "outside " + phase : stepKind;
    }
}
