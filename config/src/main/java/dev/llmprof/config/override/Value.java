package dev.llmprof.config.override;

/// What stands after `=`: one value, or a sweep over several.
public sealed interface Value permits Element, Sweep {}
