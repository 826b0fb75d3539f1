package dev.llmprof.analysis.sizing;

/// What is promised to every request: the time to its first token (TTFT) and between two later ones
/// (TPOT). Infinity promises nothing.
public record ServiceLevel(double firstTokenSeconds, double perTokenSeconds) {
    public static final ServiceLevel ANY =
            new ServiceLevel(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    public ServiceLevel {
        if (!(firstTokenSeconds > 0 && perTokenSeconds > 0)) {
            throw new IllegalArgumentException("a service level is above zero");
        }
    }

    public ServiceLevel withFirstToken(double seconds) {
        return new ServiceLevel(seconds, perTokenSeconds);
    }

    public ServiceLevel withPerToken(double seconds) {
        return new ServiceLevel(firstTokenSeconds, seconds);
    }
}
