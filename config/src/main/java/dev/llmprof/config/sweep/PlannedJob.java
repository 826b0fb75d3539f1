package dev.llmprof.config.sweep;

import dev.llmprof.config.Composition;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/// A job ready to run: its configuration and the directory it writes to. A single run has no
/// number.
public record PlannedJob(
        OptionalInt number, List<String> overrides, Composition composition, Path directory) {

    public PlannedJob {
        overrides = List.copyOf(overrides);
    }
}
