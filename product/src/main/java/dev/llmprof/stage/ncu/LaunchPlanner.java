package dev.llmprof.stage.ncu;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Plans from captures of the same run, for a stage that does not read them itself.
public interface LaunchPlanner {

    /// Empty where no capture has a kernel.
    Optional<LaunchPlan> plan(Path runDirectory, List<Path> captures, double budgetMinutes);
}
