package dev.llmprof.engine;

/// What a foreign call may throw, which is nothing that can be mended here.
final class Native {
    private Native() {}

    static IllegalStateException failure(String function, Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(function + " failed", cause);
    }
}
