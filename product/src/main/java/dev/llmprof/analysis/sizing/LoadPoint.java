package dev.llmprof.analysis.sizing;

/// What a deployment gives at a number of requests in flight.
///
/// @param gpuSecondsIn time of one GPU group that a request's prompt takes
/// @param gpuSecondsOut the same for its answer
public record LoadPoint(
        long concurrency,
        double firstTokenSeconds,
        double perTokenSeconds,
        double tokensPerSecond,
        double requestsPerSecond,
        double gpuSecondsIn,
        double gpuSecondsOut) {}
