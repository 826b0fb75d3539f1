package dev.llmprof.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/// Programs of this machine, each in a session of its own under a [Guard]. When a call returns,
/// nothing of the program's tree is left.
public final class SystemProcesses implements Processes {
    /// Every process of a tree carries it; nested runs add theirs behind a colon.
    static final String RUN_ID = "LLMPROF_RUN";

    // nsys needs about a second to write its report when it is asked to stop.
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Map<String, String> environment;
    private final Duration grace;
    private final Set<Running> running = ConcurrentHashMap.newKeySet();
    private final AtomicInteger interruptions = new AtomicInteger();

    public SystemProcesses(Map<String, String> environment) {
        this(environment, GRACE);
    }

    SystemProcesses(Map<String, String> environment, Duration grace) {
        this.environment = Map.copyOf(environment);
        this.grace = grace;
    }

    /// `interruptions` is how many there had been when it was started.
    private record Running(Guard guard, int leader, int interruptions) {}

    @Override
    public Ended run(Command command, Path log, Limits limits) {
        create(log);
        return supervise(command, log, log, limits);
    }

    @Override
    public Answer ask(Command command, Duration deadline) {
        try {
            Path output = Files.createTempFile("llmprof-", ".out");
            Path errors = Files.createTempFile("llmprof-", ".err");
            try {
                Ended ended = supervise(command, output, errors, Limits.of(deadline));
                return new Answer(ended, text(output), text(errors));
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
            each.guard().stop();
        }
    }

    public boolean interrupted() {
        return interruptions.get() > 0;
    }

    /// Whether a program runs now.
    public boolean busy() {
        return !running.isEmpty();
    }

    private Ended supervise(Command command, Path output, Path errors, Limits limits) {
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
        String id = UUID.randomUUID().toString();
        long started = System.nanoTime();
        Guard guard;
        Posix.Spawned spawned;
        synchronized (this) {
            Self.keepFromChildren();
            guard = Guard.start(id, grace, words(forGuard()));
            merged.merge(RUN_ID, id, (outer, inner) -> outer + ":" + inner);
            spawned =
                    Posix.spawn(
                            program.get().toAbsolutePath().toString(),
                            command.argv(),
                            words(merged),
                            setups(directory, output, errors));
        }
        return switch (spawned) {
            case Posix.Spawned.Refused(String reason) -> {
                guard.finish();
                yield new Ended.NotStarted(name + ": " + reason);
            }
            case Posix.Spawned.Child(int leader) ->
                    await(new Running(guard, leader, before), output, limits, started);
        };
    }

    /// It needs the usual small programs, whatever the user's PATH leads to.
    private Map<String, String> forGuard() {
        var own = new HashMap<>(environment);
        own.merge("PATH", "/usr/bin:/bin", (mine, usual) -> mine + ":" + usual);
        return own;
    }

    private Ended await(Running child, Path log, Limits limits, long started) {
        long floorBytes = Self.ownPeakBytes();
        child.guard().watch(child.leader());
        running.add(child);
        if (interrupted(child)) {
            child.guard().stop();
        }
        try (LastLine _ = listen(log, limits)) {
            var end = new CompletableFuture<Posix.Status>();
            Thread.ofPlatform()
                    .daemon()
                    .name("wait-" + child.leader())
                    .start(() -> end.complete(Posix.await(child.leader())));
            boolean late = !endsWithin(end, limits.deadline());
            if (late) {
                child.guard().stop();
            }
            Posix.Status status = end.join();
            Duration wall = Duration.ofNanos(System.nanoTime() - started);
            child.guard().finish();
            // A child starts out with our own memory in its count, until it has more of its own.
            long peak = status.peakBytes() > floorBytes ? status.peakBytes() : 0;
            return interrupted(child)
                    ? new Ended.Interrupted(new Ended.Usage(wall, peak))
                    : ended(status, late, limits.deadline(), new Ended.Usage(wall, peak));
        } finally {
            running.remove(child);
        }
    }

    private boolean interrupted(Running child) {
        return interruptions.get() > child.interruptions();
    }

    private static Ended ended(
            Posix.Status status, boolean late, Duration limit, Ended.Usage usage) {
        if (late) {
            return new Ended.TimedOut(limit, usage);
        }
        return status.exited()
                ? new Ended.Exited(status.exitCode(), usage)
                : new Ended.Signalled(status.signal(), usage);
    }

    private static boolean endsWithin(CompletableFuture<Posix.Status> end, Duration deadline) {
        try {
            end.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for a child", e);
        }
    }

    private static LastLine listen(Path log, Limits limits) {
        return limits.listener().map(each -> LastLine.of(log, each)).orElseGet(LastLine::none);
    }

    private static List<Posix.Setup> setups(Path directory, Path output, Path errors) {
        var setups = new ArrayList<Posix.Setup>();
        setups.add(new Posix.Setup.Open(0, "/dev/null", Guard.OpenFlags.READ));
        setups.add(append(1, output));
        setups.add(output.equals(errors) ? new Posix.Setup.Duplicate(1, 2) : append(2, errors));
        setups.add(new Posix.Setup.Stand(directory.toString()));
        return setups;
    }

    private static Posix.Setup append(int descriptor, Path file) {
        return new Posix.Setup.Open(
                descriptor, file.toAbsolutePath().toString(), Guard.OpenFlags.APPEND);
    }

    private static void create(Path log) {
        try {
            Files.write(log, new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException("creating " + log, e);
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static List<String> words(Map<String, String> environment) {
        return environment.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .toList();
    }
}
