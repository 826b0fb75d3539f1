package dev.llmprof.model.cost;

/// How many experts of a mixture a pass touches.
public final class Routing {
    private Routing() {}

    /// Exact for tokens that choose uniformly and apart from each other.
    public static double expectedDistinct(int experts, int active, double tokens) {
        if (tokens == 0) {
            return 0;
        }
        double missed = 1 - (double) active / experts;
        return experts * (1 - Math.pow(missed, tokens));
    }

    public static double fewest(int experts, int active) {
        return Math.min(experts, active);
    }

    public static double most(int experts, int active, double tokens) {
        return Math.min(experts, active * tokens);
    }
}
