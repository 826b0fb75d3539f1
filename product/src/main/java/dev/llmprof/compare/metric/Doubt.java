package dev.llmprof.compare.metric;

/// Why nothing is concluded although the numbers might.
public sealed interface Doubt {
    /// One run on a side, and nobody recorded how much runs differ.
    record NoiseUnknown() implements Doubt {}

    /// The values of a side, `A` or `B`, went one way while its runs were made.
    record Drifts(String side) implements Doubt {}

    /// A capture of a side, `A` or `B`, ends too early: its times are not whole.
    record BreaksOff(String side) implements Doubt {}

    /// Without this run the answer would be another.
    record OneRunDecides(NamedRun run, MetricVerdict without) implements Doubt {}

    /// The conditions of both sides differ in a way that explains the finding.
    record ConditionFavours(String fact) implements Doubt {}
}
