package dev.llmprof.study;

import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.analysis.prediction.PaperCosts;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.analysis.workload.WorkloadTimings;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.tool.NvtxInclude;
import dev.llmprof.tool.ShellQuote;
import dev.llmprof.trace.WorkloadResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a run left, as a request to study it: the captures that its manifest names, and what the
/// other artifacts say beside them.
public final class RunStudy {
    private final Path directory;
    private final Manifest manifest;
    private final StudyParts parts;
    private final Consumer<Problem> problems;

    private RunStudy(
            Path directory, Manifest manifest, StudyParts parts, Consumer<Problem> problems) {
        this.directory = directory;
        this.manifest = manifest;
        this.parts = parts;
        this.problems = problems;
    }

    /// The reports go into the run's own directory. `problems` hears of files that cannot be read.
    public static StudyRequest request(
            Path directory, Manifest manifest, StudyParts parts, Consumer<Problem> problems) {
        return new RunStudy(directory, manifest, parts, problems).request();
    }

    private StudyRequest request() {
        var context =
                new StudyContext(
                        "Run " + directory.getFileName(),
                        timings(),
                        utilisation(),
                        StudyContext.Paper.known(paper()),
                        this::origin,
                        askedRegions());
        return new StudyRequest(
                captures(), parts, NcuView.DEFAULT, context, new StudyGoal.RunFiles(directory));
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
        return manifest.stages().stream().flatMap(stage -> artifacts(stage, kind)).findFirst();
    }

    private Stream<Path> artifacts(Manifest.StageEntry stage, String kind) {
        return stage.artifacts().stream()
                .filter(artifact -> artifact.kind().equals(kind))
                .map(artifact -> directory.resolve(artifact.path()))
                .filter(Files::isRegularFile);
    }

    private Optional<RunUtilisation> utilisation() {
        return artifact("torch.metrics").flatMap(file -> readable(file, UtilisationFile::read));
    }

    /// The clock of the stage whose request was counted, where there is one.
    private Optional<Timings> timings() {
        return manifest.stages().stream()
                .filter(stage -> artifacts(stage, "static.measured").findAny().isPresent())
                .flatMap(stage -> artifacts(stage, "workload.results"))
                .findFirst()
                .or(() -> artifact("workload.results"))
                .flatMap(file -> readable(file, RunStudy::timings))
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
            found.problems().forEach(problems);
            return Optional.empty();
        } catch (IOException e) {
            problems.accept(
                    new Problem(
                            "cannot be read: " + e.getMessage(),
                            file.toString(),
                            "run its stage again"));
            return Optional.empty();
        }
    }

    /// Lists the tables that are written of the trace as well.
    private Provenance origin(List<Capture> captures) throws IOException {
        Manifest whole = TorchTables.write(directory, manifest, captures);
        // While stages run, the manifest is theirs.
        if (!whole.equals(manifest) && manifest.outcome() != Manifest.Verdict.RUNNING) {
            ManifestFile.write(whole, directory);
        }
        return provenance(whole);
    }

    private static Provenance provenance(Manifest manifest) {
        List<Provenance.Input> inputs = new ArrayList<>();
        for (Manifest.StageEntry stage : manifest.stages()) {
            stage.artifacts()
                    .forEach(a -> inputs.add(new Provenance.Input(a.path(), a.kind(), a.bytes())));
        }
        return new Provenance(
                "llmprof " + manifest.llmprof().replaceFirst("^llmprof ", ""),
                manifest.stages().stream().map(RunStudy::step).toList(),
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
                stage.commands().stream().map(RunStudy::line).toList(),
                stage.problems());
    }
}
