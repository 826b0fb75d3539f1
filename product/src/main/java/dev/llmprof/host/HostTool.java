package dev.llmprof.host;

import dev.llmprof.process.Command;
import java.util.Optional;
import java.util.function.Function;

/// A program that a stage starts, and how to ask for its version. One that `needsGpu` is of no use
/// on a machine without.
public record HostTool(
        String program,
        Command version,
        Function<String, Optional<String>> versionIn,
        boolean needsGpu) {}
