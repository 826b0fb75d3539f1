package dev.llmprof.trace;

/// A thread of a process on the host.
public record HostThread(String process, String thread) {}
