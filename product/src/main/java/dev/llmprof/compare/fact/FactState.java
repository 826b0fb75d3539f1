package dev.llmprof.compare.fact;

import java.util.Locale;

/// Whether both sides agree about a fact. Unknown where one of them does not say.
public enum FactState {
    SAME,
    DIFFERENT,
    UNKNOWN;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
