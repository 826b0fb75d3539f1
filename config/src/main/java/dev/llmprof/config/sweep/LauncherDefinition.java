package dev.llmprof.config.sweep;

import dev.llmprof.config.Composition;

/// A launcher that a configuration can ask for: by `hydra.launcher._target_`, and in words by
/// `hydra/launcher=name`.
public record LauncherDefinition(String name, String target, Maker maker) {

    /// Makes the launcher from the sweep's configuration; `here` is for those that stay in this
    /// JVM.
    @FunctionalInterface
    public interface Maker {
        Launcher of(Composition master, JobRunner here);
    }
}
