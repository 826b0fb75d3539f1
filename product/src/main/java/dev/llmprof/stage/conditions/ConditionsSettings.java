package dev.llmprof.stage.conditions;

import java.time.Duration;

/// How often to look.
public record ConditionsSettings(Duration interval) {}
