package dev.llmprof.served;

import java.util.OptionalLong;

/// What a load was: when it began, to which server and model, how it was made, and the goals that
/// its requests are held against.
public record LoadFacts(
        long beganEpochNanos,
        String url,
        String engine,
        String model,
        String load,
        boolean openLoop,
        Goals goals) {

    /// The longest a request may take to count for goodput: to its first token, and for each one
    /// after it.
    public record Goals(OptionalLong firstTokenNanos, OptionalLong perTokenNanos) {
        public static final Goals NONE = new Goals(OptionalLong.empty(), OptionalLong.empty());

        public boolean any() {
            return firstTokenNanos.isPresent() || perTokenNanos.isPresent();
        }

        public boolean metBy(ServedRequest request) {
            return request.answered()
                    && request.firstTokenNanos() <= firstTokenNanos.orElse(Long.MAX_VALUE)
                    && request.perTokenNanos().orElse(0) <= perTokenNanos.orElse(Long.MAX_VALUE);
        }
    }
}
