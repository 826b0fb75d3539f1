package dev.llmprof.analysis.sizing;

import java.util.Optional;

/// What a million tokens cost, prompts and answers apart, by the time their work takes on the GPUs.
public record Price(double perMillionIn, double perMillionOut) {
    private static final double SECONDS_PER_HOUR = 3600;
    private static final double MILLION = 1e6;

    /// From the price of one GPU for an hour; absent where nothing is served.
    public static Optional<Price> of(
            Sizing sizing, double perGpuHour, int promptTokens, int newTokens) {
        double perSecond = perGpuHour / SECONDS_PER_HOUR * sizing.parallel().gpus();
        return sizing.expected()
                .map(point ->
                        new Price(
                                perMillion(perSecond * point.gpuSecondsIn(), promptTokens),
                                perMillion(perSecond * point.gpuSecondsOut(), newTokens)));
    }

    private static double perMillion(double price, int tokens) {
        return tokens == 0 ? 0 : price / tokens * MILLION;
    }
}
