package dev.llmprof.cli.report;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.study.StudyParts;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Renders a run's reports again from what its stages left.
@Command(
        name = "report",
        header = "Render a run's reports again.",
        description = {
            "Reads the artifacts that the run's manifest names, analyses and joins them, and"
                    + " writes",
            "report.html, report.md, kernels.md, operators.md, stakeholder_summary.md,"
                    + " metrics.json",
            "and csv/ into the run directory. Nothing is run again. The same artifacts give the"
                    + " same",
            "bytes."
        },
        footer = {"", "Example:", "  llmprof report tmp/runs/20261115-142233"})
public final class ReportCommand implements Callable<Integer> {
    private final Console console;
    private final Supplier<StudyParts> parts;

    @Parameters(paramLabel = "RUN", description = "The run directory, with its manifest.json.")
    private Path run = Path.of(".");

    public ReportCommand(Console console, Supplier<StudyParts> parts) {
        this.console = console;
        this.parts = parts;
    }

    @Override
    public Integer call() {
        RunReports.write(run, parts.get(), console);
        return ExitCode.OK;
    }
}
