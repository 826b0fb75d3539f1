package dev.llmprof.pipeline;

import java.nio.file.Path;

/// A file a stage left in the run directory. Later steps find it by kind (`nsys.report`,
/// `torch.trace` …), never by name.
public record Artifact(String kind, Path path) {}
