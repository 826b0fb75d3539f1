package dev.llmprof.cli.report;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.SweepReports;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.sweep.SweepFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Renders a run's reports again from what its stages left.
@Command(
        name = "report",
        header = "Write the reports of a run or a sweep again.",
        description = {
            "Reads the artifacts that the run's manifest names, analyses and joins them, and"
                    + " writes",
            "report.html, report.md, kernels.md, operators.md, stakeholder_summary.md,"
                    + " metrics.json",
            "and csv/ into the run directory. Nothing is run again. The same artifacts give the"
                    + " same",
            "bytes.",
            "",
            "Of a sweep's directory it writes sweep.html, sweep.md, sweep.csv and",
            "sweep_results.json: the metrics of all jobs over the keys that differ."
        },
        footer = {
            "",
            "Examples:",
            "  llmprof report tmp/runs/20261115-142233",
            "  llmprof report tmp/runs/20261115-142233-sweep",
            "  llmprof report SWEEP --metric decode.mbu"
        })
public final class ReportCommand implements Callable<Integer> {
    private final Console console;
    private final Supplier<StudyParts> parts;

    @Parameters(
            paramLabel = "RUN",
            description = "The run directory, with its manifest.json, or a sweep's.")
    private Path run = Path.of(".");

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            split = ",",
            description = "Of a sweep: draw these metrics of metrics.json.")
    private List<String> metrics = List.of();

    public ReportCommand(Console console, Supplier<StudyParts> parts) {
        this.console = console;
        this.parts = parts;
    }

    @Override
    public Integer call() {
        if (SweepFolder.isOne(run)) {
            SweepReports.write(run, metrics, console);
        } else if (metrics.isEmpty()) {
            RunReports.write(run, parts.get(), console);
        } else {
            throw new Problem(
                            "--metric is for sweeps, and this is not the directory of one",
                            run.toString(),
                            "leave --metric out, or name the directory of llmprof run -m")
                    .found();
        }
        return ExitCode.OK;
    }
}
