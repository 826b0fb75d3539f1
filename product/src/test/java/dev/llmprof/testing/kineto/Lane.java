package dev.llmprof.testing.kineto;

/// A stream of a GPU.
public record Lane(int device, int stream) {}
