package dev.llmprof.stage.server;

import dev.llmprof.load.Arrival;
import dev.llmprof.load.LoadCount;
import dev.llmprof.load.LoadGenerator;
import dev.llmprof.load.Target;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.served.LoadFacts;
import dev.llmprof.served.RequestLog;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// One server from its first answer to the last request of its load: wait until it is ready, find
/// out what it is, warm it up, load it, record in the middle. Whatever fails, what was measured is
/// in the log of requests.
final class ServerSession {
    private final Workload.Server server;
    private final Path directory;
    private final ServerWait wait;
    private final Duration patience;
    private final Consumer<String> says;
    private final Optional<Consumer<String>> watcher;
    private final ServerProblems words;
    private final List<Problem> problems = new ArrayList<>();

    /// The `watcher` sees how the load goes.
    ServerSession(
            Workload.Server server,
            Path directory,
            ServerWait wait,
            Duration patience,
            Consumer<String> says,
            Optional<Consumer<String>> watcher) {
        this.server = server;
        this.directory = directory;
        this.wait = wait;
        this.patience = patience;
        this.says = says;
        this.watcher = watcher;
        this.words = new ServerProblems(server);
    }

    /// Makes the profiler that a stage wants, of the server's pages and its engine.
    @FunctionalInterface
    interface Profilers {
        Optional<ServerProfiler> of(ServerPages pages, FoundEngine engine);

        /// The server's command as the profiler needs it.
        default Command starting(Command command) {
            return command;
        }

        /// Whether a load without one is for nothing.
        default boolean needed() {
            return false;
        }
    }

    /// The problems met, none where all went well.
    List<Problem> run(Profilers profilers) {
        try (var pages = new ServerPages(server.url(), server.key())) {
            long began = System.nanoTime();
            wait.forReady(pages).ifPresent(problems::add);
            if (wait.isOver() || !problems.isEmpty()) {
                return problems;
            }
            if (pages.refuses()) {
                problems.add(words.keyless());
                return problems;
            }
            var models = pages.json(ServerPages.MODELS);
            FoundEngine engine =
                    FoundEngine.of(
                            models,
                            pages.json("/version"),
                            pages.json("/get_server_info").or(() -> pages.json("/server_info")));
            Optional<String> model = ServedModel.of(server.model(), server.argv(), models);
            if (model.isEmpty()) {
                problems.add(words.nameless());
                return problems;
            }
            says.accept(ready(engine, model.get(), System.nanoTime() - began));
            Optional<ServerProfiler> profiler = profilers.of(pages, engine);
            if (profiler.isPresent() || !profilers.needed()) {
                load(
                        new Target(server.url(), model.get(), server.api(), server.key()),
                        engine.words(),
                        profiler);
            }
            return problems;
        }
    }

    private String ready(FoundEngine engine, String model, long nanos) {
        String what = engine.words();
        return (what.isEmpty() ? "server" : what)
                + " ready at "
                + server.url()
                + (server.attached() ? "" : " after " + EndedWords.of(Duration.ofNanos(nanos)))
                + ", model "
                + model;
    }

    private void load(Target target, String engine, Optional<ServerProfiler> profiler) {
        try (var generator = new LoadGenerator(server.load(), target, wait::isOver)) {
            LoadGenerator.Warm warm = generator.warmUp();
            warm.notes().forEach(says);
            words.allFailed(warm.requests()).ifPresent(problems::add);
            if (wait.isOver() || !problems.isEmpty()) {
                return;
            }
            long beganNanos = System.nanoTime();
            Instant now = Instant.now();
            LoadFacts facts =
                    warm.load()
                            .facts(now.getEpochSecond() * 1_000_000_000L + now.getNano(), engine);
            LoadCount count = warm.load().count();
            try (var log = new RequestLog(directory.resolve(RequestLog.NAME), facts);
                    var _ = new LoadWatch(count, watcher)) {
                Optional<LoadWindow> window = LoadWindow.begin(profiler, before(), patience);
                Optional<String> cut =
                        warm.load()
                                .run(
                                        beganNanos,
                                        count,
                                        request -> {
                                            log.add(request);
                                            window.ifPresent(LoadWindow::requestEnded);
                                        });
                log.end(cut.orElse(""));
                window.ifPresent(each -> problems.addAll(each.end()));
                cut.filter(_ -> !wait.isOver()).ifPresent(why -> problems.add(words.gaveUp(why)));
            }
        }
    }

    /// Requests that end before the window opens: all streams are busy then, and no longer cold.
    private int before() {
        int streams =
                server.load().arrival() instanceof Arrival.ClosedLoop(int concurrency)
                        ? concurrency
                        : 1;
        return server.load().duration().isPresent()
                ? streams
                : Math.min(streams, server.load().requests().orElse(1) / 4);
    }
}
