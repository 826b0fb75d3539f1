package dev.llmprof.run;

import dev.llmprof.console.Console;
import dev.llmprof.pipeline.Manifest;
import java.nio.file.Path;

/// Something to do with a run directory once its stages have ended: tables, reports, a summary. A
/// problem it finds is shown and does not undo the run.
@FunctionalInterface
public interface AfterRun {

    void apply(RunRequest asked, Path runDirectory, Manifest manifest, Console console);
}
