package dev.llmprof.trace;

/// A GPU as the capture describes it; empty or zero where it does not say.
public record Device(
        String id,
        String name,
        long memoryBytes,
        int computeMajor,
        int computeMinor,
        int multiprocessors,
        int warpSize) {}
