package dev.llmprof.stage.server;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Runs the server where a stage runs its program: beside it the load, and when that is over the
/// server is asked to end. One that is there already is only loaded.
final class ServedProcesses implements Processes {
    private static final int LAST_LINES = 5;

    private final Processes processes;
    private final Workload.Server server;
    private final Path directory;
    private final ServerSession.Profilers profilers;
    private final Predicate<Command> isServer;
    private final Consumer<String> says;
    private final List<Problem> problems = new ArrayList<>();
    private final AtomicBoolean loading = new AtomicBoolean();

    ServedProcesses(
            Processes processes,
            Workload.Server server,
            Path directory,
            ServerSession.Profilers profilers,
            Predicate<Command> isServer,
            Consumer<String> says) {
        this.processes = processes;
        this.server = server;
        this.directory = directory;
        this.profilers = profilers;
        this.isServer = isServer;
        this.says = says;
    }

    /// What went wrong with the server or its load.
    List<Problem> problems() {
        return List.copyOf(problems);
    }

    @Override
    public Ended run(Command command, Path log, Limits limits) {
        if (!isServer.test(command)) {
            return processes.run(command, log, limits);
        }
        if (server.attached()) {
            return attached(limits);
        }
        try (var pages = new ServerPages(server.url(), server.key())) {
            if (pages.answers()) {
                throw new Problem(
                                "something answers at " + server.url() + " already",
                                "workload.url",
                                "another --port, or end it; without a command llmprof loads what is"
                                        + " there")
                        .found();
            }
        }
        return started(profilers.starting(command), log, limits);
    }

    private Ended attached(Limits limits) {
        long began = System.nanoTime();
        var wait = new ServerWait(server, processes::stopping, Optional.empty());
        problems.addAll(session(wait, limits).run(profilers));
        var usage = new Ended.Usage(Duration.ofNanos(System.nanoTime() - began), 0);
        return processes.stopping() ? new Ended.Interrupted(usage) : new Ended.Exited(0, usage);
    }

    private Ended started(Command command, Path log, Limits limits) {
        var enough = new CompletableFuture<Void>();
        var end = new CompletableFuture<Ended>();
        Thread.ofPlatform()
                .name("server")
                .start(() -> {
                    try {
                        end.complete(processes.run(command, log, heard(limits).until(enough)));
                    } catch (RuntimeException e) {
                        end.completeExceptionally(e);
                    }
                });
        BooleanSupplier over = () -> end.isDone() || processes.stopping();
        var elsewhere = new Elsewhere(server.url(), server.argv(), server.key(), log);
        try {
            problems.addAll(
                    session(new ServerWait(server, over, Optional.of(elsewhere)), limits)
                            .run(profilers));
        } finally {
            boolean early = end.isDone() && !processes.stopping();
            enough.complete(null);
            if (early && !end.isCompletedExceptionally()) {
                problems.addFirst(died(end.join(), log));
            }
        }
        return end.join();
    }

    private ServerSession session(ServerWait wait, Limits limits) {
        return new ServerSession(
                server, directory, wait, limits.deadline(), says, watcher().map(this::loading));
    }

    /// The server's own words until its load says how it goes.
    private Limits heard(Limits limits) {
        return watcher()
                .map(someone ->
                        limits.heardBy(line -> {
                            if (!loading.get()) {
                                someone.accept(line);
                            }
                        }))
                .orElse(limits);
    }

    private Consumer<String> loading(Consumer<String> someone) {
        return line -> {
            loading.set(true);
            someone.accept(line);
        };
    }

    private static Problem died(Ended ended, Path log) {
        String last = StageFiles.lastLines(log, LAST_LINES);
        return new Problem(
                "the server " + EndedWords.of(ended) + " before its load was over",
                log + (last.isEmpty() ? "" : "\n" + last),
                "see the log");
    }

    @Override
    public Answer ask(Command command, Duration deadline) {
        return processes.ask(command, deadline);
    }

    @Override
    public Optional<Consumer<String>> watcher() {
        return processes.watcher();
    }

    @Override
    public boolean stopping() {
        return processes.stopping();
    }
}
