package dev.llmprof.study;

import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.analysis.prediction.PaperCosts;
import dev.llmprof.analysis.serving.ServingFindings.StageLoad;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.analysis.workload.WorkloadTimings;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.served.RequestLogReader;
import dev.llmprof.study.perfetto.PerfettoAsked;
import dev.llmprof.tool.NvtxInclude;
import dev.llmprof.tool.ShellQuote;
import dev.llmprof.trace.WorkloadResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a run left, as a request to study it: the captures that its manifest names, and what the
/// other artifacts say beside them.
public final class RunStudy {
    private final Path directory;
    private final Manifest manifest;
    private final StudyParts parts;
    private final List<StudiedStage> stages;
    private final Consumer<Problem> problems;

    private RunStudy(
            Path directory, Manifest manifest, StudyParts parts, Consumer<Problem> problems) {
        this.directory = directory;
        this.manifest = manifest;
        this.parts = parts;
        this.stages = parts.stages().get();
        this.problems = problems;
    }

    /// The reports go into the run's own directory. `problems` hears of files that cannot be read.
    public static StudyRequest request(
            Path directory, Manifest manifest, StudyParts parts, Consumer<Problem> problems) {
        return new RunStudy(directory, manifest, parts, problems).request();
    }

    /// What a run's directory knows beside its captures; of any other folder nothing.
    public static Optional<StudyContext> known(
            Path directory, StudyParts parts, Consumer<Problem> problems) {
        return Files.isRegularFile(directory.resolve(ManifestFile.NAME))
                ? Optional.of(
                        request(directory, ManifestFile.read(directory), parts, problems).context())
                : Optional.empty();
    }

    public static PerfettoAsked drawn(Path file, StudyContext known) {
        return new PerfettoAsked(file, known.measured().conditions(), known.loads());
    }

    private StudyRequest request() {
        List<StageLoad> loads = loads();
        var context =
                new StudyContext(
                        "Run " + directory.getFileName(),
                        timings(),
                        loads,
                        utilisation(),
                        onPaper(loads),
                        Optional.empty(),
                        all -> origin(all.captures()),
                        askedRegions(),
                        labels(),
                        measurements());
        return new StudyRequest(
                captures(), parts, NcuView.DEFAULT, context, new StudyGoal.RunFiles(directory));
    }

    /// Those whose last try has ended; what an earlier one left counts no more.
    private Stream<Manifest.StageEntry> ended() {
        return manifest.stages().stream()
                .filter(stage ->
                        stage.outcome() != Manifest.Verdict.PENDING
                                && stage.outcome() != Manifest.Verdict.RUNNING);
    }

    private StudiedStage studied(Manifest.StageEntry stage) {
        return StudiedStage.named(stage.name(), stages);
    }

    private List<Path> captures() {
        Set<String> kinds =
                stages.stream()
                        .flatMap(stage -> stage.captures().stream())
                        .collect(Collectors.toSet());
        return ended().flatMap(stage -> stage.artifacts().stream())
                .filter(artifact -> kinds.contains(artifact.kind()))
                // The whole run before its parts: the first is what most pages are about.
                .sorted(Comparator.comparing(artifact -> artifact.kind().contains(".stage.")))
                .map(artifact -> directory.resolve(artifact.path()))
                .filter(Files::isRegularFile)
                .distinct()
                .toList();
    }

    private Map<String, String> labels() {
        return artifact("nsys.captures")
                .flatMap(file ->
                        readable(file, index -> Optional.of(CaptureLabels.read(index, captures()))))
                .orElse(Map.of());
    }

    private List<String> askedRegions() {
        return manifest.stages().stream()
                .flatMap(stage -> stage.commands().stream())
                .flatMap(command -> NvtxInclude.labels(command.argv()).stream())
                .distinct()
                .toList();
    }

    private Optional<Path> artifact(String kind) {
        return ended().flatMap(stage -> artifacts(stage, kind)).findFirst();
    }

    private Stream<Path> artifacts(Manifest.StageEntry stage, String kind) {
        return stage.artifacts().stream()
                .filter(artifact -> artifact.kind().equals(kind))
                .map(artifact -> directory.resolve(artifact.path()))
                .filter(Files::isRegularFile);
    }

    private RunMeasurements measurements() {
        return new MeasurementFiles(directory, ended().toList(), stages, this::readable).read();
    }

    private Optional<RunUtilisation> utilisation() {
        return artifact("torch.metrics").flatMap(file -> readable(file, UtilisationFile::read));
    }

    private Optional<Timings> timings() {
        return WorkloadTimings.chosen(
                        results(RequestClock.BESIDE_RECORDING), results(RequestClock.BARE))
                .map(WorkloadTimings::of);
    }

    /// That without a profiler first.
    private List<StageLoad> loads() {
        return ended().flatMap(stage ->
                        artifacts(stage, "load.requests")
                                .flatMap(file ->
                                        readable(
                                                file,
                                                log -> Optional.of(RequestLogReader.read(log)))
                                                .stream())
                                .map(load -> new StageLoad(stage.name(), load)))
                .toList();
    }

    private Optional<WorkloadResults> results(RequestClock clock) {
        return ended().filter(stage -> studied(stage).clock().equals(clock))
                .flatMap(each -> artifacts(each, "workload.results"))
                .findFirst()
                .flatMap(file -> readable(file, read -> Optional.of(WorkloadResults.read(read))));
    }

    /// Of a server every step, where it says whose it is.
    private StudyContext.Paper onPaper(List<StageLoad> loads) {
        if (loads.isEmpty()) {
            return StudyContext.Paper.known(paper());
        }
        Optional<WorkloadResults> results = results(RequestClock.BESIDE_RECORDING);
        List<String> names =
                Stream.concat(
                                results.flatMap(WorkloadResults::modelPath).stream(),
                                loads.stream().map(each -> each.load().facts().model()))
                        .distinct()
                        .toList();
        boolean onCpu =
                results.flatMap(WorkloadResults::device)
                        .filter(device -> device.startsWith("cpu"))
                        .isPresent();
        return new ServedPaper(paper(), names, results.flatMap(WorkloadResults::dtype), onCpu);
    }

    /// Of the request that was measured where that is known, else of the one foreseen.
    private Optional<PaperCosts> paper() {
        return wanted("static.measured")
                .or(() -> wanted("static.result"))
                .flatMap(file -> readable(file, PaperCostsFile::read));
    }

    /// Not of a kind whose stage is off, whichever stage wrote it.
    private Optional<Path> wanted(String kind) {
        boolean off =
                manifest.stages().stream()
                        .filter(stage -> stage.reason().orElse("").startsWith("off"))
                        .map(this::studied)
                        .anyMatch(stage -> stage.results().contains(kind));
        return off ? Optional.empty() : artifact(kind);
    }

    /// A broken file costs its own section, not the report.
    private <T> Optional<T> readable(Path file, MeasurementFiles.Reader<T> reader) {
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
            // How the run went is written after its reports.
            Manifest onDisk = ManifestFile.read(directory);
            for (Manifest.StageEntry stage : whole.stages()) {
                onDisk = onDisk.with(stage);
            }
            ManifestFile.write(onDisk, directory);
        }
        return provenance(whole, RunHead.of(directory, whole));
    }

    private Provenance provenance(Manifest whole, List<Provenance.Fact> head) {
        List<Provenance.Input> inputs = new ArrayList<>();
        for (Manifest.StageEntry stage : whole.stages()) {
            stage.artifacts()
                    .forEach(a -> inputs.add(new Provenance.Input(a.path(), a.kind(), a.bytes())));
        }
        return new Provenance(
                "llmprof " + whole.llmprof().replaceFirst("^llmprof ", ""),
                head,
                whole.stages().stream().map(this::step).toList(),
                inputs);
    }

    private static String line(Manifest.CommandEntry command) {
        return command.argv().stream().map(ShellQuote::word).collect(Collectors.joining(" "));
    }

    /// What nsys and ncu took of the program, in their own words.
    private Stream<String> recorded(Manifest.StageEntry stage) {
        return Stream.of("nsys.captures", "ncu.choice")
                .flatMap(kind -> artifacts(stage, kind))
                .flatMap(file -> readable(file, NsightWords::read).stream());
    }

    private Provenance.Step step(Manifest.StageEntry stage) {
        double seconds =
                stage.started().isPresent() && stage.ended().isPresent()
                        ? Duration.between(stage.started().get(), stage.ended().get()).toMillis()
                                / 1e3
                        : -1;
        String outcome =
                Stream.of(
                                Stream.of(stage.outcome().word()),
                                stage.reason().stream(),
                                recorded(stage))
                        .flatMap(Function.identity())
                        .collect(Collectors.joining(": "));
        return new Provenance.Step(
                stage.name(),
                outcome,
                seconds,
                studied(stage).records(),
                stage.commands().stream().map(RunStudy::line).toList(),
                stage.problems());
    }
}
