package dev.llmprof.config.interpolation;

import dev.llmprof.config.error.Kind;

/// What went wrong in a resolver; the interpolator adds where.
public final class ResolverMistake extends RuntimeException {
    private final Kind kind;

    public ResolverMistake(String message) {
        this(Kind.INTERPOLATION_RESOLUTION, message);
    }

    public ResolverMistake(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
