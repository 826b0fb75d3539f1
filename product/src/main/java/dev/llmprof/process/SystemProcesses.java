package dev.llmprof.process;

import dev.llmprof.secret.SecretNames;
import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Programs of this machine, each in a session of its own under a [Guard]. When a call returns,
/// nothing of the program's tree is left.
public final class SystemProcesses implements Processes {
    /// Every process of a tree carries it; nested runs add theirs behind a colon.
    static final String RUN_ID = "LLMPROF_RUN";

    // nsys needs about a second to write its report when it is asked to stop.
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Map<String, String> environment;
    private final Duration grace;
    private final ProgramStreams streams;
    private final Set<Running> running = ConcurrentHashMap.newKeySet();
    private final AtomicInteger interruptions = new AtomicInteger();

    public SystemProcesses(Map<String, String> environment) {
        this(environment, GRACE);
    }

    /// `streams` are those of the user's program.
    public SystemProcesses(Map<String, String> environment, ProgramStreams streams) {
        this(environment, GRACE, streams);
    }

    SystemProcesses(Map<String, String> environment, Duration grace) {
        this(environment, grace, ProgramStreams.none());
    }

    private SystemProcesses(
            Map<String, String> environment, Duration grace, ProgramStreams streams) {
        this.environment = Map.copyOf(environment);
        this.grace = grace;
        this.streams = streams;
    }

    /// `interruptions` is how many there had been when it was started.
    private record Running(
            Guard guard,
            int leader,
            int interruptions,
            boolean isBeside,
            Optional<CompletableFuture<Void>> enough) {
        boolean ended() {
            return enough.filter(CompletableFuture::isDone).isPresent();
        }
    }

    @Override
    public Ended run(Command command, Path log, Limits limits) {
        AnswerFiles.create(log);
        Self.strikeSecrets();
        return supervise(
                command,
                () -> command.isUsers() ? streams.pass(log) : ProgramStreams.Pass.logged(log),
                log,
                limits);
    }

    @Override
    public Answer ask(Command command, Duration deadline) {
        try {
            Path output = AnswerFiles.temporary(".out");
            Path errors = AnswerFiles.temporary(".err");
            try {
                Ended ended =
                        supervise(
                                command,
                                () -> ProgramStreams.Pass.unheard(output, errors),
                                output,
                                Limits.of(deadline));
                return new Answer(ended, AnswerFiles.text(output), AnswerFiles.text(errors));
            } finally {
                Files.delete(output);
                Files.delete(errors);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("asking " + command.argv().getFirst(), e);
        }
    }

    /// Asks what is running to end, and starts nothing more; a second time it does not ask.
    public void interrupt() {
        boolean again = interruptions.incrementAndGet() > 1;
        for (Running each : running) {
            if (again) {
                Posix.kill(-each.leader(), Posix.SIGKILL);
            }
            if (again || each.enough().isEmpty()) {
                each.guard().stop();
            }
        }
    }

    @Override
    public boolean stopping() {
        return interrupted();
    }

    public boolean interrupted() {
        return interruptions.get() > 0;
    }

    /// Whether a program runs now.
    public boolean busy() {
        return running.stream().anyMatch(each -> !each.isBeside());
    }

    private Ended supervise(
            Command command, Supplier<ProgramStreams.Pass> passes, Path log, Limits limits) {
        int before = interruptions.get();
        if (before > (limits.isFinishing() ? 1 : 0)) {
            return new Ended.Interrupted(new Ended.Usage(Duration.ZERO, 0));
        }
        String name = command.argv().getFirst();
        Path directory = command.directory().orElse(Path.of("")).toAbsolutePath();
        Map<String, String> merged = new HashMap<>(environment);
        merged.putAll(command.environment());
        Optional<Path> program = Executables.find(name, merged, directory);
        if (program.isEmpty()) {
            return new Ended.NotStarted("no program '" + name + "' was found");
        }
        if (!Files.isDirectory(directory)) {
            return new Ended.NotStarted("no directory " + directory + " to start it in");
        }
        long started = System.nanoTime();
        ProgramStreams.Pass pass = passes.get();
        Guarded born =
                spawn(program.get(), command.argv(), merged, setups(directory, pass), limits);
        return switch (born.spawned()) {
            case Posix.Spawned.Refused(String reason) -> {
                born.guard().finish();
                yield new Ended.NotStarted(name + ": " + reason);
            }
            case Posix.Spawned.Child(int leader) ->
                    await(
                            new Running(
                                    born.guard(),
                                    leader,
                                    before,
                                    limits.isBeside(),
                                    limits.enough()),
                            pass,
                            listen(log, pass, limits),
                            limits,
                            started);
        };
    }

    private record Guarded(Guard guard, Posix.Spawned spawned) {}

    private synchronized Guarded spawn(
            Path program,
            List<String> argv,
            Map<String, String> merged,
            List<Posix.Setup> setups,
            Limits limits) {
        Self.keepFromChildren();
        String id = UUID.randomUUID().toString();
        Guard guard = Guard.start(id, grace, limits.busy(), words(forGuard()));
        merged.merge(RUN_ID, id, (outer, inner) -> outer + ":" + inner);
        return new Guarded(
                guard,
                Orphans.started(() ->
                        Posix.spawn(
                                program.toAbsolutePath().toString(), argv, words(merged), setups)));
    }

    /// It needs the usual small programs, whatever the user's PATH leads to.
    private Map<String, String> forGuard() {
        var own = new HashMap<>(environment);
        own.merge("PATH", "/usr/bin:/bin", (mine, usual) -> mine + ":" + usual);
        // Profilers write down the environment of every process they see.
        own.keySet().removeIf(SecretNames::isSecret);
        own.replaceAll((name, value) -> name.equals("PATH") ? value : Secrets.hide(value));
        return own;
    }

    private Ended await(
            Running child, ProgramStreams.Pass pass, LastLine heard, Limits limits, long started) {
        long floorBytes = Self.ownPeakBytes();
        pass.started().run();
        child.guard().watch(child.leader());
        running.add(child);
        if (interrupted(child)) {
            child.guard().stop();
        }
        child.enough()
                .ifPresent(said -> {
                    CompletableFuture<Void> _ = said.thenRun(child.guard()::stop);
                });
        try (heard) {
            var end = new CompletableFuture<Posix.Status>();
            Thread.ofPlatform()
                    .daemon()
                    .name("wait-" + child.leader())
                    .start(() -> end.complete(Orphans.await(child.leader())));
            boolean late = !Waiting.endsWithin(end, limits.deadline(), () -> adopt(child));
            if (late) {
                child.guard().stop();
            }
            Posix.Status status = end.join();
            Duration wall = Duration.ofNanos(System.nanoTime() - started);
            adopt(child);
            child.guard().finish();
            endOrphans(child);
            pass.ended().run();
            // A child starts out with our own memory in its count, until it has more of its own.
            long peak = status.peakBytes() > floorBytes ? status.peakBytes() : 0;
            return interrupted(child)
                    ? new Ended.Interrupted(new Ended.Usage(wall, peak))
                    : ended(child, status, late, limits, new Ended.Usage(wall, peak));
        } finally {
            running.remove(child);
        }
    }

    private boolean interrupted(Running child) {
        return interruptions.get() > child.interruptions();
    }

    private static Ended ended(
            Running child, Posix.Status status, boolean late, Limits limits, Ended.Usage usage) {
        if (late) {
            return new Ended.TimedOut(limits.deadline(), usage);
        }
        if (child.ended()) {
            return new Ended.Exited(0, usage);
        }
        return status.exited()
                ? new Ended.Exited(status.exitCode(), usage)
                : new Ended.Signalled(status.signal(), usage);
    }

    private boolean isAlone(Running child) {
        return running.stream().filter(each -> !each.isBeside()).allMatch(child::equals);
    }

    /// Should we be killed, the guard knows them. Whose they are is only known while no other
    /// program runs.
    private void adopt(Running child) {
        if (isAlone(child)) {
            child.guard().watch(Orphans.living());
        }
    }

    /// What lost its parents only when the guard ended those. One that we may not end is named.
    private void endOrphans(Running child) {
        if (isAlone(child)) {
            Orphans.end()
                    .forEach(each ->
                            streams.remark(
                                    "left running: process " + each.pid() + ", " + each.name()));
        }
    }

    /// The log of a program that is heard anyway is not followed.
    private static LastLine listen(Path log, ProgramStreams.Pass pass, Limits limits) {
        Optional<Path> followed = pass.isShown() ? Optional.empty() : Optional.of(log);
        return limits.listener()
                .map(each -> LastLine.of(followed, limits.busy(), each))
                .orElseGet(LastLine::none);
    }

    private static List<Posix.Setup> setups(Path directory, ProgramStreams.Pass pass) {
        var setups = new ArrayList<>(pass.setups());
        setups.add(new Posix.Setup.Stand(directory.toString()));
        return setups;
    }

    private static List<String> words(Map<String, String> environment) {
        return environment.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .toList();
    }
}
