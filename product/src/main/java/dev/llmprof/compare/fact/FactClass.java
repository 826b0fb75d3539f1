package dev.llmprof.compare.fact;

import java.util.Locale;

/// How much a fact weighs: one that must be the same, one that should be, one that is only shown.
public enum FactClass {
    MUST,
    SHOULD,
    MAY;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
