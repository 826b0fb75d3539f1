package dev.llmprof.cli.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.prediction.PaperCosts;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.analysis.workload.WorkloadTimings;
import dev.llmprof.cli.Console;
import dev.llmprof.cli.PlanPage;
import dev.llmprof.cli.analyze.Progress;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.TerminalSummary;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.study.CaptureReader;
import dev.llmprof.study.CaptureReporting;
import dev.llmprof.study.Counted;
import dev.llmprof.study.PaperCostsFile;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.capture.Analysed;
import dev.llmprof.tool.NvtxInclude;
import dev.llmprof.tool.ShellQuote;
import dev.llmprof.trace.WorkloadResults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The last step of a run: reads what the stages left, joins it, writes the reports, and shows the
/// lines that matter.
public final class RunReports {
    private final Path directory;
    private final Manifest manifest;
    private final StudyParts parts;
    private final Console console;

    private RunReports(Path directory, Manifest manifest, StudyParts parts, Console console) {
        this.directory = directory;
        this.manifest = manifest;
        this.parts = parts;
        this.console = console;
    }

    public static void write(Path directory, StudyParts parts, Console console) {
        Path absolute = directory.toAbsolutePath().normalize();
        write(absolute, ManifestFile.read(absolute), parts, console);
    }

    public static void write(
            Path directory, Manifest manifest, StudyParts parts, Console console) {
        try {
            new RunReports(directory, manifest, parts, console).write();
        } catch (IOException e) {
            throw new UncheckedIOException("making the reports of " + directory, e);
        }
    }

    private void write() throws IOException {
        var reporting =
                new CaptureReporting(
                        new CaptureReporting.Context(
                                title(),
                                timings(),
                                CaptureReporting.Paper.known(paper()),
                                provenance()),
                        parts.sections());
        Analysed all = CaptureReader.read(captures(), directory, Progress.on(console), reporting);
        all.problems().forEach(console::warn);
        Findings findings =
                reporting.write(
                        directory, all, Counted.of(all.profiles(), askedRegions(), all.view()));
        String summary = Terminal.text(TerminalSummary.of(findings), console.columns());
        if (!summary.isBlank()) {
            console.out().println(summary);
        }
        console.say("report  " + PlanPage.shown(directory.resolve("report.html")));
        console.say("beside  report.md  stakeholder_summary.md  metrics.json  csv/  tables/");
    }

    private String title() {
        return "Run " + directory.getFileName();
    }

    private List<Path> captures() {
        return manifest.stages().stream()
                .flatMap(stage -> stage.artifacts().stream())
                .filter(artifact -> parts.captureKinds().contains(artifact.kind()))
                .map(artifact -> directory.resolve(artifact.path()))
                .filter(Files::isRegularFile)
                .distinct()
                .toList();
    }

    private List<String> askedRegions() {
        return manifest.stages().stream()
                .flatMap(stage -> stage.commands().stream())
                .flatMap(command -> NvtxInclude.labels(command.argv()).stream())
                .distinct()
                .toList();
    }

    private Optional<Path> artifact(String kind) {
        return manifest.stages().stream()
                .flatMap(stage -> stage.artifacts().stream())
                .filter(artifact -> artifact.kind().equals(kind))
                .map(artifact -> directory.resolve(artifact.path()))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private Optional<Timings> timings() {
        return artifact("workload.results")
                .flatMap(file -> readable(file, RunReports::timings))
                .filter(timings -> !timings.requests().isEmpty());
    }

    /// A clock that did not wait for the device says less than the trace does.
    private static Optional<Timings> timings(Path file) {
        return Optional.of(WorkloadResults.read(file))
                .filter(WorkloadResults::waited)
                .map(WorkloadTimings::of);
    }

    /// Of the request that was measured where that is known, else of the one foreseen.
    private Optional<PaperCosts> paper() {
        boolean unwanted =
                manifest.stages().stream()
                        .filter(stage -> stage.name().equals("static_analysis"))
                        .anyMatch(stage -> stage.reason().orElse("").startsWith("off"));
        return unwanted
                ? Optional.empty()
                : artifact("static.measured")
                        .or(() -> artifact("static.result"))
                        .flatMap(file -> readable(file, PaperCostsFile::read));
    }

    /// Reads one file of the run.
    private interface Reader<T> {
        Optional<T> read(Path file) throws IOException;
    }

    /// A broken file costs its own section, not the report.
    private <T> Optional<T> readable(Path file, Reader<T> reader) {
        try {
            return reader.read(file);
        } catch (Problem.Found found) {
            found.problems().forEach(console::warn);
            return Optional.empty();
        } catch (IOException e) {
            console.warn(
                    new Problem(
                            "cannot be read: " + e.getMessage(),
                            file.toString(),
                            "run its stage again"));
            return Optional.empty();
        }
    }

    private Provenance provenance() {
        List<Provenance.Input> inputs = new ArrayList<>();
        for (Manifest.StageEntry stage : manifest.stages()) {
            stage.artifacts()
                    .forEach(a -> inputs.add(new Provenance.Input(a.path(), a.kind(), a.bytes())));
        }
        return new Provenance(
                "llmprof " + manifest.llmprof().replaceFirst("^llmprof ", ""),
                manifest.stages().stream().map(RunReports::step).toList(),
                inputs);
    }

    private static String line(Manifest.CommandEntry command) {
        return command.argv().stream().map(ShellQuote::word).collect(Collectors.joining(" "));
    }

    private static Provenance.Step step(Manifest.StageEntry stage) {
        double seconds =
                stage.started().isPresent() && stage.ended().isPresent()
                        ? Duration.between(stage.started().get(), stage.ended().get()).toMillis()
                                / 1e3
                        : -1;
        String outcome =
                stage.outcome().word() + stage.reason().map(reason -> ": " + reason).orElse("");
        return new Provenance.Step(
                stage.name(),
                outcome,
                seconds,
                stage.commands().stream().map(RunReports::line).toList(),
                stage.problems());
    }
}
