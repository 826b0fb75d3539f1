package dev.llmprof.config.defaults;

import java.util.Optional;

/// One file of the final list: what is merged, where, and who asked for it.
public record DefaultsRow(
        String configPath,
        String pack,
        boolean isSelf,
        String parent,
        boolean primary,
        Optional<String> overrideKey) {}
