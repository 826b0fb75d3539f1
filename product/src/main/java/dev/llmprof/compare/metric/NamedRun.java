package dev.llmprof.compare.metric;

/// A run far from the others of its side.
public record NamedRun(String side, RunValue run) {}
