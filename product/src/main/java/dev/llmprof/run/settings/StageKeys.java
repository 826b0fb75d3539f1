package dev.llmprof.run.settings;

/// What the settings of every stage have: the toggle under `pipeline`.
public interface StageKeys {

    boolean enable();
}
