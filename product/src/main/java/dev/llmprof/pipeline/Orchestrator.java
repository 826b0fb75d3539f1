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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    private final Attempts attempts;
    private final Set<String> done = new HashSet<>();
    private final Manifest begun;
    private Manifest manifest;
    private boolean interrupted;

    private Orchestrator(Path runDirectory, Means means, Manifest begun) {
        this.runDirectory = runDirectory;
        this.means = means;
        this.begun = begun;
        this.manifest = begun;
        this.keeper = ManifestKeeper.in(runDirectory);
        this.attempts = new Attempts(runDirectory);
        this.guard = new StageGuard(runDirectory);
    }

    /// What a run works with. `stopped` turns true when the user has pressed Ctrl-C.
    public record Means(
            Processes processes, InstantSource clock, Progress progress, BooleanSupplier stopped) {}

    /// A stage at work beside the others.
    private record Begun(
            Step step, Instant started, NotedProcesses noted, BesideStage.Recording recording) {}

    /// How the stages went. On disk the run still runs, until [ManifestKeeper#conclude].
    public static Manifest run(List<Step> steps, Path runDirectory, Manifest begun, Means means) {
        return new Orchestrator(runDirectory, means, begun).run(steps);
    }

    private Manifest run(List<Step> steps) {
        means.progress().planned(steps);
        done.addAll(attempts.done(begun, means.progress()::warn));
        warnOfMissingTools(steps);
        int of = (int) steps.stream().filter(Step::enabled).count();
        int number = 0;
        try {
            // What was recorded beside earlier stages says nothing of those that run now.
            boolean anyRuns = steps.stream().anyMatch(this::willRun);
            steps.stream().filter(step -> anyRuns || !isDone(step)).forEach(this::beginBeside);
            number = inOrder(steps, of);
        } finally {
            for (Begun begun : beside.reversed()) {
                number++;
                end(begun, number, of);
            }
        }
        keeper.giveUpReserve();
        return manifest.ended(
                means.clock().instant(), interrupted ? Verdict.INTERRUPTED : manifest.worst());
    }

    /// How many of them have run or had run before.
    private int inOrder(List<Step> steps, int of) {
        int number = 0;
        for (Step step : steps) {
            if (beside.stream().anyMatch(begun -> begun.step().equals(step))) {
                continue;
            }
            interrupted |= means.stopped().getAsBoolean();
            if (isDone(step)) {
                number++;
                keep(step, entry(step));
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

    private boolean isDone(Step step) {
        return done.contains(step.stage().name());
    }

    private boolean willRun(Step step) {
        return !(step.stage() instanceof BesideStage) && step.enabled() && !isDone(step);
    }

    private StageEntry entry(Step step) {
        return manifest.stage(step.stage().name()).orElseThrow();
    }

    private void beginBeside(Step step) {
        interrupted |= means.stopped().getAsBoolean();
        if (!(step.stage() instanceof BesideStage stage) || !step.enabled() || interrupted) {
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
                .filter(step -> !isDone(step))
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
        Progress progress = means.progress();
        progress.started(step, number, of);
        Optional<Consumer<String>> listener =
                progress.live() ? Optional.of(progress::line) : Optional.empty();
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
            Problem ours = new Problem("internal error: " + e, "", "please report it");
            record(
                    step,
                    new Outcome.Failed(ours, List.of()),
                    Optional.of(started),
                    noted.entries());
            throw e;
        }
    }

    private void conclude(Step step, Outcome met, Instant started, NotedProcesses noted) {
        Outcome outcome = noted.judged(met);
        interrupted |= noted.interrupted() || means.stopped().getAsBoolean();
        if (interrupted && outcome instanceof Outcome.Done(List<Artifact> kept)) {
            outcome = new Outcome.Degraded(kept, List.of(CUT_SHORT));
        }
        record(step, outcome, Optional.of(started), noted.entries());
        means.progress().ended(step, outcome, Duration.between(started, means.clock().instant()));
    }

    /// Its directory is made, empty, once its tool is known to be here.
    private Workspace workspace(Stage stage, Processes noted) {
        if (stage.probe() instanceof Probe.Unable(Problem problem)) {
            throw problem.found();
        }
        attempts.begin(begun.stage(stage.name()).orElseThrow());
        Path directory = runDirectory.resolve(stage.name());
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Workspace(runDirectory, directory, noted, means.clock(), artifacts)
                .heardBy(means.progress()::remark);
    }

    /// From here on nothing counts that an earlier try left.
    private void markRunning(Step step, Instant started) {
        write(StageEntry.running(step.stage().name(), started));
    }

    private void record(
            Step step,
            Outcome outcome,
            Optional<Instant> started,
            List<Manifest.CommandEntry> commands) {
        artifacts.addAll(outcome.artifactsLeft());
        var entry =
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
                                .toList());
        write(entry);
        attempts.end(entry);
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
}
