package dev.llmprof.compare.align;

import java.util.Locale;

/// How alike two pieces of work are, the best first.
public enum Likeness {
    KERNEL(4),
    SHAPE(3),
    OPERATOR(2),
    CATEGORY(1),
    NONE(-2);

    private final int score;

    Likeness(int score) {
        this.score = score;
    }

    /// In halves, since a gap grows by half a point.
    int halves() {
        return 2 * score;
    }

    public boolean isMatch() {
        return this != NONE;
    }

    public boolean atLeast(Likeness other) {
        return score >= other.score;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
