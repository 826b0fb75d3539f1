package dev.llmprof.compare.metric;

import java.util.Locale;

/// Which way of a metric is the good one.
public enum Better {
    LOWER,
    HIGHER;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
