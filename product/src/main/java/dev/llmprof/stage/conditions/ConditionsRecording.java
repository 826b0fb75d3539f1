package dev.llmprof.stage.conditions;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.BesideStage;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.StageFiles;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Two threads at work: one looks at the host, one waits for nvidia-smi, which writes its own file.
/// Both are over when [#end] returns; should llmprof be killed, the first dies with it and the
/// second's program by its guard.
final class ConditionsRecording implements BesideStage.Recording {
    /// An hour at ten a second; then half as often, and so on, so that a file of days stays small.
    private static final int OFTEN = 36_000;

    private static final Duration FOR_EVER = Duration.ofDays(365);

    private final Workspace workspace;
    private final Duration interval;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Queue<Problem> met = new ConcurrentLinkedQueue<>();
    private final Queue<Ended> meterEnded = new ConcurrentLinkedQueue<>();
    private final Thread host;
    private final Optional<Thread> meter;
    private final GpuStrangers strangers;

    private ConditionsRecording(Workspace workspace, Duration interval, Optional<Command> watch) {
        this.workspace = workspace;
        this.interval = interval;
        this.strangers = new GpuStrangers(workspace.processes());
        this.host = Thread.ofPlatform().daemon().name("conditions").unstarted(this::sample);
        this.meter =
                watch.map(command ->
                        Thread.ofPlatform()
                                .daemon()
                                .name("conditions-gpu")
                                .unstarted(() -> meter(command)));
    }

    static ConditionsRecording start(
            Workspace workspace, Duration interval, Optional<Command> watch) {
        var recording = new ConditionsRecording(workspace, interval, watch);
        watch.ifPresent(_ -> recording.strangers.look());
        recording.host.start();
        recording.meter.ifPresent(Thread::start);
        return recording;
    }

    @Override
    public Outcome end() {
        over.countDown();
        joined(host);
        meter.ifPresent(thread -> {
            // Waiting for a program ends where its thread is interrupted, and the program with it.
            thread.interrupt();
            joined(thread);
            strangers.look();
        });
        List<Problem> problems = new ArrayList<>(met);
        // Not in its own thread: files cannot be read in one that was interrupted.
        meterEnded.forEach(ended -> failed(ended).ifPresent(problems::add));
        List<Artifact> artifacts = artifacts();
        if (artifacts.isEmpty() && !problems.isEmpty()) {
            return new Outcome.Failed(problems.getFirst(), List.of());
        }
        return problems.isEmpty()
                ? new Outcome.Done(artifacts)
                : new Outcome.Degraded(artifacts, problems);
    }

    private List<Artifact> artifacts() {
        List<Artifact> artifacts = new ArrayList<>();
        add(artifacts, "conditions.host", ConditionsStage.HOST_FILE);
        add(artifacts, "conditions.gpu", ConditionsStage.GPU_FILE);
        if (!strangers.found().isEmpty()) {
            AtomicFile.write(
                    at(ConditionsStage.STRANGERS_FILE),
                    "pid, used_memory [MiB], process_name\n"
                            + String.join("\n", strangers.found())
                            + "\n");
            add(artifacts, "conditions.strangers", ConditionsStage.STRANGERS_FILE);
        }
        return artifacts;
    }

    private void add(List<Artifact> artifacts, String kind, String name) {
        if (Files.isRegularFile(at(name))) {
            artifacts.add(new Artifact(kind, at(name)));
        }
    }

    private Path at(String name) {
        return workspace.directory().resolve(name);
    }

    private void sample() {
        try (BufferedWriter out = Files.newBufferedWriter(at(ConditionsStage.HOST_FILE))) {
            var sampler =
                    new HostSampler(
                            ProcFiles.HERE,
                            workspace.clock(),
                            out,
                            Math.toIntExact(ProcessHandle.current().pid()));
            sampler.head();
            long pauseNanos = interval.toNanos();
            long next = System.nanoTime();
            int count = 0;
            boolean goesOn = true;
            while (goesOn) {
                sampler.sample();
                count++;
                pauseNanos = count % OFTEN == 0 ? 2 * pauseNanos : pauseNanos;
                next = Math.max(next + pauseNanos, System.nanoTime());
                goesOn = !over.await(next - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
            sampler.sample();
        } catch (IOException | UncheckedIOException e) {
            met.add(
                    new Problem(
                            "the host was not sampled to the end: " + e.getMessage(),
                            at(ConditionsStage.HOST_FILE).toString(),
                            "make room, or pipeline.conditions.enable=false"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void meter(Command command) {
        Ended ended =
                workspace
                        .processes()
                        .run(
                                command,
                                at(ConditionsStage.GPU_FILE),
                                Processes.Limits.of(FOR_EVER).beside());
        meterEnded.add(ended);
    }

    /// We end it ourselves: an end of its own is a failure, and so is a file without samples, since
    /// it may have given up in the moment in which we came.
    private Optional<Problem> failed(Ended ended) {
        Path file = at(ConditionsStage.GPU_FILE);
        boolean ours = ended instanceof Ended.TimedOut || ended instanceof Ended.Interrupted;
        String last = StageFiles.lastLines(file, 1);
        if (ours && (last.isEmpty() || last.contains(", "))) {
            return Optional.empty();
        }
        return Optional.of(
                new Problem(
                        "the GPUs were not sampled"
                                + (ours ? "" : ": nvidia-smi " + EndedWords.of(ended)),
                        file.toString(),
                        StageFiles.lastLines(file, 2)));
    }

    private static void joined(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
