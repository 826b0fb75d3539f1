package dev.llmprof.trace;

/// Which process of a distributed run wrote the trace.
public record Rank(int rank, int worldSize, String backend) {}
