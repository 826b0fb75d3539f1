package dev.llmprof.stage.torch;

import dev.llmprof.pipeline.Artifact;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Makes the reports that stand beside a trace and need none of its events: those are read once, at
/// the end of the run.
@FunctionalInterface
public interface TorchReports {

    /// `results` is what the workload measured by its own clock, where it did.
    List<Artifact> write(Path directory, List<Path> traces, Optional<Path> results);
}
