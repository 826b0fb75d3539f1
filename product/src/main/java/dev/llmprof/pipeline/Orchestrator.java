package dev.llmprof.pipeline;

import dev.llmprof.pipeline.Manifest.ArtifactEntry;
import dev.llmprof.pipeline.Manifest.StageEntry;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Runs the steps in order, each on its own: one that fails does not stop the next. The manifest is
/// on disk before the first and after every one of them.
public final class Orchestrator {
    private static final Problem CUT_SHORT =
            new Problem("interrupted before its end; what was there by then is kept", "", "");

    private final Path runDirectory;
    private final Means means;
    private final List<Artifact> artifacts = new ArrayList<>();
    private final ManifestKeeper keeper;
    private Manifest manifest;
    private boolean interrupted;

    private Orchestrator(Path runDirectory, Means means, Manifest manifest) {
        this.runDirectory = runDirectory;
        this.means = means;
        this.manifest = manifest;
        this.keeper = ManifestKeeper.in(runDirectory);
    }

    /// What a run works with. `stopped` turns true when the user has pressed Ctrl-C.
    public record Means(
            Processes processes, InstantSource clock, Progress progress, BooleanSupplier stopped) {}

    /// Who runs, on which words; both only to be written down.
    public record Request(String llmprof, List<String> command) {
        public Request {
            command = List.copyOf(command);
        }
    }

    public static Manifest run(
            List<Step> steps,
            Path runDirectory,
            Request request,
            Optional<Manifest> earlier,
            Means means) {
        var manifest =
                new Manifest(
                        request.llmprof(),
                        earlier.map(Manifest::started).orElseGet(means.clock()::instant),
                        Optional.empty(),
                        request.command(),
                        runDirectory.toString(),
                        Verdict.RUNNING,
                        steps.stream()
                                .map(step -> entryFrom(earlier, step.stage().name()))
                                .toList());
        return new Orchestrator(runDirectory, means, manifest).run(steps);
    }

    private Manifest run(List<Step> steps) {
        // A directory that cannot be written to at the start is the caller's to know.
        ManifestFile.write(manifest, runDirectory);
        means.progress().planned(steps);
        int of = (int) steps.stream().filter(Step::enabled).count();
        int number = 0;
        warnOfMissingTools(steps);
        for (Step step : steps) {
            interrupted |= means.stopped().getAsBoolean();
            StageEntry entry = manifest.stage(step.stage().name()).orElseThrow();
            if (entry.outcome().usable() && stillThere(entry)) {
                number++;
                keep(step, entry);
            } else if (interrupted) {
                record(step, new Outcome.Skipped("interrupted"), Optional.empty(), List.of());
            } else if (step.off().isPresent()) {
                Outcome off = new Outcome.Skipped(step.off().get());
                record(step, off, Optional.empty(), List.of());
                means.progress().ended(step, off, Duration.ZERO);
            } else {
                number++;
                execute(step, number, of);
            }
        }
        keeper.giveUpReserve();
        manifest = manifest.ended(means.clock().instant(), verdict());
        keeper.write(manifest).ifPresent(means.progress()::warn);
        return manifest;
    }

    /// Before a minute is spent on the stages ahead of it. The first is about to say so itself.
    private void warnOfMissingTools(List<Step> steps) {
        steps.stream()
                .filter(Step::enabled)
                .filter(step ->
                        !manifest.stage(step.stage().name()).orElseThrow().outcome().usable())
                .skip(1)
                .map(step -> step.stage().probe())
                .forEach(probe -> {
                    if (probe instanceof Probe.Unable(Problem problem)) {
                        means.progress().warn(problem);
                    }
                });
    }

    private void execute(Step step, int number, int of) {
        Instant started = means.clock().instant();
        means.progress().started(step, number, of);
        Optional<Consumer<String>> listener =
                means.progress().live() ? Optional.of(means.progress()::line) : Optional.empty();
        var noted = new NotedProcesses(means.processes(), runDirectory, listener);
        markRunning(step, started);
        Outcome outcome;
        try {
            outcome = outcomeOf(step.stage(), noted);
        } catch (RuntimeException e) {
            Problem ours = new Problem("llmprof's own fault: " + e, "", "please report it");
            record(
                    step,
                    new Outcome.Failed(ours, List.of()),
                    Optional.of(started),
                    noted.entries());
            throw e;
        }
        interrupted |= noted.interrupted() || means.stopped().getAsBoolean();
        if (interrupted && outcome instanceof Outcome.Done(List<Artifact> kept)) {
            outcome = new Outcome.Degraded(kept, List.of(CUT_SHORT));
        }
        record(step, outcome, Optional.of(started), noted.entries());
        means.progress().ended(step, outcome, Duration.between(started, means.clock().instant()));
    }

    private Outcome outcomeOf(Stage stage, Processes noted) {
        if (stage.probe() instanceof Probe.Unable(Problem problem)) {
            return new Outcome.Failed(problem, List.of());
        }
        Path directory = runDirectory.resolve(stage.name());
        try {
            Files.createDirectories(directory);
            return stage.run(
                    new Workspace(
                            runDirectory, directory, noted, means.clock(), List.copyOf(artifacts)));
        } catch (Problem.Found found) {
            return new Outcome.Failed(found.problems().getFirst(), List.of());
        } catch (IOException | UncheckedIOException e) {
            return new Outcome.Failed(
                    new Problem(
                            "a file could not be written or read: " + RootMessage.of(e),
                            directory.toString(),
                            "check the space and the rights on that disk, then llmprof run --resume "
                                    + runDirectory),
                    List.of());
        }
    }

    private void markRunning(Step step, Instant started) {
        write(
                new StageEntry(
                        step.stage().name(),
                        Verdict.RUNNING,
                        Optional.empty(),
                        List.of(),
                        Optional.of(started),
                        Optional.empty(),
                        List.of(),
                        List.of()));
    }

    private void record(
            Step step,
            Outcome outcome,
            Optional<Instant> started,
            List<Manifest.CommandEntry> commands) {
        artifacts.addAll(outcome.artifactsLeft());
        write(
                new StageEntry(
                        step.stage().name(),
                        interrupted && started.isPresent()
                                ? Verdict.INTERRUPTED
                                : Verdict.of(outcome),
                        outcome.reasonSkipped(),
                        outcome.problemsMet(),
                        started,
                        started.map(_ -> means.clock().instant()),
                        commands,
                        outcome.artifactsLeft().stream()
                                .map(each -> RunPaths.entry(runDirectory, each))
                                .toList()));
    }

    /// What an earlier, interrupted run of the same directory has done already.
    private void keep(Step step, StageEntry entry) {
        List<Artifact> kept =
                entry.artifacts().stream()
                        .map(each -> new Artifact(each.kind(), runDirectory.resolve(each.path())))
                        .toList();
        artifacts.addAll(kept);
        means.progress().ended(step, new Outcome.Skipped("done before"), Duration.ZERO);
    }

    private boolean stillThere(StageEntry entry) {
        return entry.artifacts().stream().allMatch(this::stillThere);
    }

    private boolean stillThere(ArtifactEntry artifact) {
        Path file = runDirectory.resolve(artifact.path());
        try {
            return Files.isRegularFile(file) && Files.size(file) == artifact.bytes();
        } catch (IOException e) {
            return false;
        }
    }

    private void write(StageEntry entry) {
        manifest = manifest.with(entry);
        keeper.write(manifest).ifPresent(means.progress()::warn);
    }

    private Verdict verdict() {
        if (interrupted) {
            return Verdict.INTERRUPTED;
        }
        List<Verdict> all = manifest.stages().stream().map(StageEntry::outcome).toList();
        if (all.contains(Verdict.FAILED)) {
            return Verdict.FAILED;
        }
        return all.contains(Verdict.DEGRADED) ? Verdict.DEGRADED : Verdict.DONE;
    }

    private static StageEntry entryFrom(Optional<Manifest> earlier, String name) {
        return earlier.flatMap(manifest -> manifest.stage(name))
                .orElseGet(() -> StageEntry.pending(name));
    }
}
