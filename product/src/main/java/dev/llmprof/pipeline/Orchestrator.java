package dev.llmprof.pipeline;

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
import java.util.function.Supplier;

/// Runs the steps in order, each on its own: one that fails does not stop the next; those that run
/// beside begin before the first and end after the last. The manifest is on disk before the first
/// and after every one of them.
public final class Orchestrator {
    private static final Problem CUT_SHORT =
            new Problem("interrupted before its end; what was there by then is kept", "", "");

    private final Path runDirectory;
    private final Means means;
    private final List<Artifact> artifacts = new ArrayList<>();
    private final List<Begun> beside = new ArrayList<>();
    private final ManifestKeeper keeper;
    private final StageGuard guard;
    private Manifest manifest;
    private boolean interrupted;

    private Orchestrator(Path runDirectory, Means means, Manifest manifest) {
        this.runDirectory = runDirectory;
        this.means = means;
        this.manifest = manifest;
        this.keeper = ManifestKeeper.in(runDirectory);
        this.guard = new StageGuard(runDirectory);
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

    /// A stage at work beside the others.
    private record Begun(
            Step step, Instant started, NotedProcesses noted, BesideStage.Recording recording) {}

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
        warnOfMissingTools(steps);
        int of = (int) steps.stream().filter(Step::enabled).count();
        int number = 0;
        try {
            steps.forEach(this::beginBeside);
            number = inOrder(steps, of);
        } finally {
            for (Begun begun : beside.reversed()) {
                number++;
                end(begun, number, of);
            }
        }
        keeper.giveUpReserve();
        manifest =
                manifest.ended(
                        means.clock().instant(),
                        interrupted ? Verdict.INTERRUPTED : manifest.worst());
        keeper.write(manifest).ifPresent(means.progress()::warn);
        return manifest;
    }

    /// How many of them have run or had run before.
    private int inOrder(List<Step> steps, int of) {
        int number = 0;
        for (Step step : steps) {
            if (beside.stream().anyMatch(begun -> begun.step().equals(step))) {
                continue;
            }
            interrupted |= means.stopped().getAsBoolean();
            StageEntry entry = manifest.stage(step.stage().name()).orElseThrow();
            if (entry.outcome().usable() && RunPaths.areThere(runDirectory, entry.artifacts())) {
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
        return number;
    }

    private void beginBeside(Step step) {
        boolean doneBefore = manifest.stage(step.stage().name()).orElseThrow().outcome().usable();
        interrupted |= means.stopped().getAsBoolean();
        if (!(step.stage() instanceof BesideStage stage)
                || !step.enabled()
                || doneBefore
                || interrupted) {
            return;
        }
        Instant started = means.clock().instant();
        var noted = new NotedProcesses(means.processes(), runDirectory, Optional.empty());
        markRunning(step, started);
        BesideStage.Recording recording =
                ours(
                        step,
                        started,
                        noted,
                        () ->
                                guard.<BesideStage.Recording>of(
                                        stage,
                                        () -> stage.start(workspace(stage, noted)),
                                        failed -> () -> failed));
        beside.add(new Begun(step, started, noted, recording));
    }

    private void end(Begun begun, int number, int of) {
        Step step = begun.step();
        means.progress().started(step, number, of);
        Outcome outcome =
                ours(
                        step,
                        begun.started(),
                        begun.noted(),
                        () -> guard.of(step.stage(), begun.recording()::end, f -> f));
        conclude(step, outcome, begun.started(), begun.noted());
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
        Stage stage = step.stage();
        Outcome outcome =
                ours(
                        step,
                        started,
                        noted,
                        () -> guard.of(stage, () -> stage.run(workspace(stage, noted)), f -> f));
        conclude(step, outcome, started, noted);
    }

    /// Our own fault is written down and goes on its way.
    private <T> T ours(Step step, Instant started, NotedProcesses noted, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            Problem ours = new Problem("llmprof's own fault: " + e, "", "please report it");
            record(
                    step,
                    new Outcome.Failed(ours, List.of()),
                    Optional.of(started),
                    noted.entries());
            throw e;
        }
    }

    private void conclude(Step step, Outcome met, Instant started, NotedProcesses noted) {
        Outcome outcome = met;
        interrupted |= noted.interrupted() || means.stopped().getAsBoolean();
        if (interrupted && outcome instanceof Outcome.Done(List<Artifact> kept)) {
            outcome = new Outcome.Degraded(kept, List.of(CUT_SHORT));
        }
        record(step, outcome, Optional.of(started), noted.entries());
        means.progress().ended(step, outcome, Duration.between(started, means.clock().instant()));
    }

    /// Its directory is made once its tool is known to be here.
    private Workspace workspace(Stage stage, Processes noted) {
        if (stage.probe() instanceof Probe.Unable(Problem problem)) {
            throw problem.found();
        }
        Path directory = runDirectory.resolve(stage.name());
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Workspace(runDirectory, directory, noted, means.clock(), List.copyOf(artifacts));
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

    private void write(StageEntry entry) {
        manifest = manifest.with(entry);
        keeper.write(manifest).ifPresent(means.progress()::warn);
    }

    private static StageEntry entryFrom(Optional<Manifest> earlier, String name) {
        return earlier.flatMap(manifest -> manifest.stage(name))
                .orElseGet(() -> StageEntry.pending(name));
    }
}
