package dev.llmprof.engine.profile;

/// What a foreign call may throw, which is nothing that can be mended here.
public final class Native {
    private Native() {}

    public static IllegalStateException failure(String function, Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(function + " failed", cause);
    }
}
