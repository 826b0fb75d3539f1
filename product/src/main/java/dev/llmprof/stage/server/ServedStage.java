package dev.llmprof.stage.server;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.secret.Secrets;
import dev.llmprof.served.RequestLog;
import dev.llmprof.served.RequestLogReader;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.workload.LiveHooks;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.tool.NsysSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A stage whose program is a server: while the stage runs it, it is loaded, and the requests are
/// left beside what the stage itself leaves.
public final class ServedStage implements Stage {
    private final Stage inner;
    private final Workload.Server server;
    private final Recording recording;
    private Optional<String> unrecordable = Optional.empty();

    public ServedStage(Stage inner, Workload.Server server, Recording recording) {
        this.inner = inner;
        this.server = server;
        this.recording = recording;
    }

    /// Who records the window in the middle of the load.
    public enum Recording {
        /// Nobody: the load is what is measured.
        NONE,
        /// PyTorch's profiler, the engine's own or by the hook.
        TORCH,
        /// A tool around the server; a hook opens its range.
        AROUND
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public Probe probe() {
        if (server.attached() && recording == Recording.AROUND) {
            return new Probe.Unable(
                    new Problem(
                            name() + " must start the server that it looks at",
                            "workload.url",
                            "llmprof run workload=server … -- program argument…   or   pipeline."
                                    + name()
                                    + ".enable=false"));
        }
        return inner.probe();
    }

    @Override
    public List<Command> plan(Workspace workspace) {
        return server.attached() ? List.of() : inner.plan(workspace);
    }

    @Override
    public List<String> leaves() {
        return Stream.concat(inner.leaves().stream(), Stream.of(RequestLog.NAME)).toList();
    }

    @Override
    public List<String> remarks() {
        List<String> steps = new ArrayList<>();
        steps.add(
                server.attached()
                        ? "takes the server at " + server.url() + " as it is"
                        : "starts the server, which is to answer at " + server.url());
        steps.add(
                "waits for /health or /v1/models, at most "
                        + EndedWords.of(server.ready().limit())
                        + "; asks /version, /get_server_info and /v1/models what it is");
        steps.add("warms up with " + server.load().warmup() + " requests that do not count");
        steps.add("loads " + server.api().path() + ": " + server.load().words());
        if (recording != Recording.NONE) {
            steps.add("meanwhile " + recorded());
        }
        steps.add(
                server.attached()
                        ? "leaves the server running"
                        : "ends the server and all that it started");
        return IntStream.range(0, steps.size())
                .mapToObj(at -> at + 1 + " " + steps.get(at))
                .toList();
    }

    private String recorded() {
        if (recording == Recording.AROUND || server.hooked()) {
            return server.window().words();
        }
        return "in the middle of the load opens the engine's own profiler by /start_profile, closes it by /stop_profile and"
                + " waits for its traces"
                + server.traces().map(folder -> " in " + folder).orElse("");
    }

    @Override
    public Outcome run(Workspace workspace) {
        var served =
                new ServedProcesses(
                        workspace.processes(),
                        server,
                        workspace.directory(),
                        new OwnProfilers(workspace),
                        this::isServer,
                        workspace.says());
        Outcome outcome =
                inner.run(
                        new Workspace(
                                workspace.runDirectory(),
                                workspace.directory(),
                                served,
                                workspace.clock(),
                                workspace.earlierArtifacts(),
                                workspace.says()));
        return unrecordable
                .<Outcome>map(Outcome.Skipped::new)
                .orElseGet(() -> joined(outcome, served.problems(), workspace));
    }

    /// Those of this stage.
    private final class OwnProfilers implements ServerSession.Profilers {
        private final Workspace workspace;
        private Optional<NsysSession> session = Optional.empty();

        private OwnProfilers(Workspace workspace) {
            this.workspace = workspace;
        }

        @Override
        public Optional<ServerProfiler> of(ServerPages pages, FoundEngine engine) {
            return session.<ServerProfiler>map(
                            own -> new SessionProfiler(own, workspace.processes(), server.window()))
                    .or(() -> profiler(pages, engine, workspace));
        }

        @Override
        public Command starting(Command command) {
            String name = "llmprof-" + Integer.toHexString(workspace.directory().hashCode());
            session =
                    recording == Recording.AROUND
                            ? NsysSession.of(command, name)
                            : Optional.empty();
            return session.map(NsysSession::launch).orElse(command);
        }

        @Override
        public boolean needed() {
            return recording == Recording.TORCH;
        }
    }

    /// The server's command, whatever stands around it and hides its secrets.
    private boolean isServer(Command command) {
        return server.attached()
                || command.argv().containsAll(server.argv())
                || command.argv().containsAll(Secrets.hideWords(server.argv()));
    }

    private Optional<ServerProfiler> profiler(
            ServerPages pages, FoundEngine engine, Workspace workspace) {
        Purpose purpose = recording == Recording.TORCH ? Purpose.TORCH : Purpose.NSYS;
        var hooks = LiveHooks.of(workspace.runDirectory(), purpose);
        return switch (recording) {
            case NONE -> Optional.empty();
            case AROUND ->
                    server.surroundings()
                            .marks()
                            .map(_ -> new RangeProfiler(new HookProfiler(hooks, server.window())));
            case TORCH ->
                    server.hooked()
                            ? Optional.of(new HookProfiler(hooks, server.window()))
                            : endpoint(pages, engine, workspace);
        };
    }

    private Optional<ServerProfiler> endpoint(
            ServerPages pages, FoundEngine engine, Workspace workspace) {
        Optional<Path> traces =
                engine.kind() == FoundEngine.Kind.SGLANG
                        ? Optional.of(
                                server.traces()
                                        .orElseGet(() -> workspace.directory().resolve("server")))
                        : server.traces();
        if (traces.isEmpty()) {
            unrecordable =
                    Optional.of(
                            "nothing can record this server: start it by llmprof (… -- program), or"
                                    + " workload.traces=DIR where vLLM's own profiler writes to");
        }
        return traces.map(folder ->
                new EndpointProfiler(
                        pages,
                        engine,
                        folder,
                        workspace.directory(),
                        server.window(),
                        workspace.processes()::stopping));
    }

    private Outcome joined(Outcome outcome, List<Problem> met, Workspace workspace) {
        List<Artifact> artifacts = new ArrayList<>(outcome.artifactsLeft());
        List<Problem> problems = new ArrayList<>(met);
        Path log = workspace.directory().resolve(RequestLog.NAME);
        boolean unmeasured = false;
        if (Files.isRegularFile(log)) {
            artifacts.add(new Artifact("load.requests", log));
            Optional<Problem> nothing =
                    new ServerProblems(server).unmeasured(RequestLogReader.read(log));
            nothing.ifPresent(problems::add);
            unmeasured = nothing.isPresent();
        }
        // Why the server ended, or what its load met, says more than that it did.
        if (problems.isEmpty() || !(outcome instanceof Outcome.Failed)) {
            problems.addAll(outcome.problemsMet());
        }
        if (problems.isEmpty()) {
            return outcome instanceof Outcome.Skipped && artifacts.isEmpty()
                    ? outcome
                    : new Outcome.Done(artifacts);
        }
        return unmeasured || artifacts.isEmpty() || outcome instanceof Outcome.Failed
                ? new Outcome.Failed(
                        problems.getFirst(), problems.subList(1, problems.size()), artifacts)
                : new Outcome.Degraded(artifacts, problems);
    }
}
