package dev.llmprof.analysis.cost;

/// The parts of a device that are counted with: of its memory bandwidth, and of its memory, of
/// which a server leaves some to others.
public record Reachable(double bandwidth, double memory) {
    /// All of both: a true bound.
    public static final Reachable ALL = new Reachable(1, 1);

    /// As servers fill a memory unless they are told otherwise.
    public static final Reachable USUAL = new Reachable(1, 0.9);
}
