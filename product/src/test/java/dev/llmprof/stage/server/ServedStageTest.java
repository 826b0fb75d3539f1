package dev.llmprof.stage.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.load.ApiKey;
import dev.llmprof.load.Target;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.served.RequestLogReader;
import dev.llmprof.served.ServedLoad;
import dev.llmprof.served.ServedRequest;
import dev.llmprof.stage.HookedRun;
import dev.llmprof.stage.direct.DirectInferenceStage;
import dev.llmprof.stage.server.ServedStage.Recording;
import dev.llmprof.stage.torch.TorchProfilerStage;
import dev.llmprof.stage.workload.CaptureWindow;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Surroundings;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.server.Answer;
import dev.llmprof.testing.server.ExactServer;
import dev.llmprof.testing.server.LoadsToTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Servers that run already: loaded, profiled by their own pages, and left as they are.
@Timeout(60)
class ServedStageTest {
    private static final String MODELS =
            "{\"data\":[{\"id\":\"m\",\"owned_by\":\"%s\"}],\"object\":\"list\"}";
    private static final byte[] TRACE = Programs.hostOnly().json();

    @TempDir Path run;
    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private final SystemProcesses processes = new SystemProcesses(Map.of());

    @BeforeEach
    void makeTheStagesFolder() throws IOException {
        Files.createDirectories(run.resolve("stage"));
    }

    private Workload.Server at(ExactServer server, Optional<Path> traces, int requests) {
        return at(server, traces, requests, Optional.empty(), CaptureWindow.USUAL.underLoad());
    }

    private static Workload.Server at(
            ExactServer server,
            Optional<Path> traces,
            int requests,
            Optional<ApiKey> key,
            CaptureWindow window) {
        return new Workload.Server(
                List.of(),
                server.url(),
                Optional.empty(),
                Target.Api.CHAT,
                key,
                new Workload.Server.Ready(Duration.ofSeconds(5), Duration.ofMillis(300)),
                traces,
                LoadsToTest.closed(2, requests),
                window,
                new Surroundings(Map.of(), Optional.empty()));
    }

    private Workspace workspace() {
        return new Workspace(
                run, run.resolve("stage"), processes, InstantSource.system(), List.of(), said::add);
    }

    private static Stage direct(Workload.Server server) {
        return new ServedStage(
                new DirectInferenceStage(Duration.ofMinutes(1), server), server, Recording.NONE);
    }

    private static Stage torch(Workload.Server server) {
        return new ServedStage(
                new TorchProfilerStage(
                        HookedRun.settings(List.of("cpu"), true, false, true)
                                .recording(server.window()),
                        server,
                        (_, _, _) -> List.of(),
                        Map.of()),
                server,
                Recording.TORCH);
    }

    private ServedLoad log() {
        return RequestLogReader.read(run.resolve("stage/requests.jsonl"));
    }

    @Test
    void aServerThatRunsIsLoadedAndLeftRunning() throws IOException {
        try (var server = new ExactServer(_ -> Answer.exact(5, 1, 4))) {
            Outcome outcome = direct(at(server, Optional.empty(), 6)).run(workspace());

            assertEquals(
                    new Outcome.Done(
                            List.of(
                                    new Artifact(
                                            "load.requests", run.resolve("stage/requests.jsonl")))),
                    outcome);
            assertEquals(6, log().requests().stream().filter(ServedRequest::answered).count());
            assertEquals(Optional.empty(), log().cutShort());
            assertEquals("exact", log().facts().model());
            // Two of them warmed it up.
            assertEquals(8, server.bodies().size());
            try (var pages = new ServerPages(server.url(), Optional.empty())) {
                assertInstanceOf(ServerPages.Readiness.Ready.class, pages.readiness());
            }
        }
    }

    @Test
    void aServerThatIsNotThereIsNotWaitedForAsOneThatLoads() throws IOException {
        Workload.Server gone;
        try (var server = new ExactServer(_ -> Answer.exact(1, 1, 1))) {
            gone = at(server, Optional.empty(), 1);
        }
        Outcome.Failed failed =
                assertInstanceOf(Outcome.Failed.class, direct(gone).run(workspace()));
        assertEquals(
                "there is no server: nothing listens at " + gone.url().getAuthority(),
                failed.problem().what());
    }

    @Test
    void aLoadOfWhichNothingWasAnsweredHasFailedAndIsKept() throws IOException {
        try (var server =
                new ExactServer(at ->
                        at < 2
                                ? Answer.exact(1, 1, 4)
                                : at % 4 == 2 ? Answer.status(429) : Answer.status(500))) {
            Outcome.Failed failed =
                    assertInstanceOf(
                            Outcome.Failed.class,
                            direct(at(server, Optional.empty(), 8)).run(workspace()));
            String said = "{\"error\":{\"message\":\"as asked\"}}";
            assertEquals(
                    "none of 8 requests was answered: 6 × status 500 "
                            + said
                            + ", 2 × status 429 "
                            + said,
                    failed.problem().what());
            assertEquals(8, log().requests().size());
            assertEquals(
                    List.of("load.requests"),
                    failed.leftovers().stream().map(Artifact::kind).toList());
        }
    }

    @Test
    void aLoadOfWhichOneWasAnsweredHasMeasured() throws IOException {
        try (var server =
                new ExactServer(at -> at < 3 ? Answer.exact(1, 1, 4) : Answer.status(500))) {
            Outcome outcome = direct(at(server, Optional.empty(), 8)).run(workspace());

            assertInstanceOf(Outcome.Done.class, outcome);
            assertEquals(7, log().failures().values().stream().mapToLong(each -> each).sum());
        }
    }

    @Test
    void aServerThatRefusesEverythingIsSaidToAtOnce() throws IOException {
        try (var server = new ExactServer(_ -> Answer.status(404))) {
            Outcome.Failed failed =
                    assertInstanceOf(
                            Outcome.Failed.class,
                            direct(at(server, Optional.empty(), 9)).run(workspace()));
            assertTrue(failed.problem().what().contains("none of 2 requests to warm up"));
            assertEquals(
                    "workload.api=completions   or   workload.model=NAME", failed.problem().fix());
        }
    }

    @Test
    void whatADyingServerAnsweredIsKept() throws IOException {
        try (var server =
                new ExactServer(at ->
                        at < 8
                                ? Answer.exact(2, 1, 4)
                                : Answer.exact(2, 1, 4).ending(Answer.Ending.DEATH, 1))) {
            Outcome outcome = direct(at(server, Optional.empty(), 500)).run(workspace());

            Outcome.Degraded degraded = assertInstanceOf(Outcome.Degraded.class, outcome);
            assertTrue(
                    degraded.problems().getFirst().what().startsWith("the load was given up"),
                    degraded::toString);
            assertTrue(log().requests().stream().filter(ServedRequest::answered).count() >= 5);
        }
    }

    /// Writes a trace as slow servers do: late, and in pieces.
    private static void writeSlowly(Path file) {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(TRACE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] bytes = packed.toByteArray();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        Thread.sleep(300);
                        try (OutputStream out = Files.newOutputStream(file)) {
                            for (int piece = 0; piece < 4; piece++) {
                                int from = bytes.length * piece / 4;
                                out.write(bytes, from, bytes.length * (piece + 1) / 4 - from);
                                out.flush();
                                Thread.sleep(400);
                            }
                        }
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    private void assertWhole(String name) throws IOException {
        try (var in =
                new GZIPInputStream(Files.newInputStream(run.resolve("stage").resolve(name)))) {
            assertArrayEquals(TRACE, in.readAllBytes());
        }
    }

    @Test
    void tracesOfVllmAreCollectedWhenTheyAreWhole() throws IOException {
        Path traces = Files.createDirectories(run.resolve("vllm"));
        Files.writeString(traces.resolve("old.json"), "{}");
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        try (var server = new ExactServer(_ -> Answer.exact(20, 5, 4))) {
            server.page("/v1/models", _ -> MODELS.formatted("vllm"))
                    .page("/version", _ -> "{\"version\":\"0.16.0\"}")
                    .page(
                            "/start_profile",
                            _ -> {
                                asked.add("start");
                                return "";
                            })
                    .page(
                            "/stop_profile",
                            _ -> {
                                asked.add("stop");
                                writeSlowly(traces.resolve("a_rank0.1.pt.trace.json.gz"));
                                writeSlowly(traces.resolve("a_rank1.2.pt.trace.json.gz"));
                                return "";
                            });
            Outcome outcome = torch(at(server, Optional.of(traces), 24)).run(workspace());

            assertEquals(List.of("start", "stop"), asked);
            assertInstanceOf(Outcome.Done.class, outcome);
            assertWhole("trace.a_rank0.1.pt.trace.json.gz");
            assertWhole("trace.a_rank1.2.pt.trace.json.gz");
            assertEquals(
                    List.of("torch.trace", "torch.trace", "load.requests"),
                    outcome.artifactsLeft().stream().map(Artifact::kind).toList());
            assertEquals("vLLM 0.16.0", log().facts().engine());
            assertEquals(24, log().requests().size());
        }
    }

    /// Notes what SGLang is told, and writes its traces from then on.
    private ExactServer sglang(List<String> asked, String... traces) {
        return new ExactServer(_ -> Answer.exact(20, 5, 4))
                .page("/v1/models", _ -> MODELS.formatted("sglang"))
                .page("/get_server_info", _ -> "{\"version\":\"0.5.9\",\"internal_states\":[{}]}")
                .page(
                        "/start_profile",
                        body -> {
                            asked.add(body);
                            Path folder = run.resolve("stage/server");
                            try {
                                Files.createDirectories(folder);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                            List.of(traces).forEach(name -> writeSlowly(folder.resolve(name)));
                            return "Start profiling.";
                        });
    }

    private String order(boolean byPhase) {
        return "{\"output_dir\":\""
                + run.resolve("stage/server").toAbsolutePath()
                + "\",\"num_steps\":64,\"activities\":[\"CPU\",\"GPU\"],"
                + "\"record_shapes\":true,\"profile_by_stage\":"
                + byPhase
                + "}";
    }

    @Test
    void sglangIsToldWhereToWriteAndAfterHowManySteps() throws IOException {
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        try (var server = sglang(asked, "1-TP-0.trace.json.gz")) {
            Outcome outcome = torch(at(server, Optional.empty(), 24)).run(workspace());

            assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
            assertEquals(order(false), asked.getFirst());
            assertWhole("trace.json.gz");
            assertEquals("SGLang 0.5.9", log().facts().engine());
        }
    }

    @Test
    void sglangRecordsItsPhasesApartWhereAsked() throws IOException {
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        CaptureWindow usual = CaptureWindow.USUAL;
        var apart =
                new CaptureWindow(
                        usual.warmup(),
                        usual.requests(),
                        usual.steps(),
                        usual.delay(),
                        usual.duration(),
                        usual.maxBytes(),
                        usual.start(),
                        usual.stopsProgram(),
                        true);
        try (var server =
                sglang(asked, "1-TP-0-EXTEND.trace.json.gz", "1-TP-0-DECODE.trace.json.gz")) {
            Workload.Server workload =
                    at(server, Optional.empty(), 24, Optional.empty(), apart.underLoad());
            Outcome outcome = torch(workload).run(workspace());

            assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
            assertEquals(order(true), asked.getFirst());
            assertWhole("trace.1-TP-0-EXTEND.trace.json.gz");
            assertWhole("trace.1-TP-0-DECODE.trace.json.gz");
        }
    }

    @Test
    void aServerThatWantsAKeyIsSaidToAndItsKeyIsInNoFile() throws IOException {
        var key = new ApiKey("kx-2718281828459045");
        try (var server = new ExactServer(_ -> Answer.exact(5, 1, 4)).wanting(key.value())) {
            Outcome.Failed failed =
                    assertInstanceOf(
                            Outcome.Failed.class,
                            direct(at(server, Optional.empty(), 4)).run(workspace()));
            assertEquals("the server wants an API key", failed.problem().what());
            assertTrue(failed.problem().fix().startsWith("workload.api_key_name=VARIABLE"));

            Workload.Server with =
                    at(
                            server,
                            Optional.empty(),
                            4,
                            Optional.of(key),
                            CaptureWindow.USUAL.underLoad());
            assertInstanceOf(Outcome.Done.class, direct(with).run(workspace()));
            assertEquals(4, log().requests().stream().filter(ServedRequest::answered).count());
            assertFalse(with.toString().contains(key.value()));
        }
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertFalse(Files.readString(file).contains(key.value()), file::toString);
            }
        }
    }

    @Test
    void whoWatchesSeesHowTheLoadGoes() throws IOException {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        try (var server = new ExactServer(_ -> Answer.exact(700, 1, 4))) {
            direct(at(server, Optional.empty(), 2)).run(watchedBy(seen::add));
        }
        assertTrue(
                seen.getFirst()
                        .matches("\\d of 2 requests, \\d in flight, 0 errors, \\d+ tokens/s"),
                seen::toString);
    }

    private Workspace watchedBy(Consumer<String> someone) {
        var watched =
                new Processes() {
                    @Override
                    public Ended run(Command command, Path log, Limits limits) {
                        return processes.run(command, log, limits);
                    }

                    @Override
                    public Processes.Answer ask(Command command, Duration deadline) {
                        return processes.ask(command, deadline);
                    }

                    @Override
                    public Optional<Consumer<String>> watcher() {
                        return Optional.of(someone);
                    }
                };
        return new Workspace(
                run, run.resolve("stage"), watched, InstantSource.system(), List.of(), said::add);
    }

    @Test
    void ctrlCSendsTheStop() throws IOException {
        Path traces = Files.createDirectories(run.resolve("vllm"));
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        try (var server = new ExactServer(_ -> Answer.exact(20, 5, 4))) {
            server.page("/v1/models", _ -> MODELS.formatted("vllm"))
                    .page(
                            "/start_profile",
                            _ -> {
                                asked.add("start");
                                processes.interrupt();
                                return "";
                            })
                    .page(
                            "/stop_profile",
                            _ -> {
                                asked.add("stop");
                                return "";
                            });
            torch(at(server, Optional.of(traces), 100_000)).run(workspace());

            assertEquals(List.of("start", "stop"), asked);
            assertTrue(log().requests().size() < 100_000);
            assertEquals(Optional.of("it was stopped"), log().cutShort());
        }
    }

    @Test
    void aServerThatNothingCanRecordIsNotLoadedInVain() throws IOException {
        try (var server = new ExactServer(_ -> Answer.exact(5, 1, 4))) {
            Outcome outcome = torch(at(server, Optional.empty(), 6)).run(workspace());
            assertInstanceOf(Outcome.Skipped.class, outcome);
            assertEquals(List.of(), server.bodies());
        }
    }

    @Test
    void aToolAroundTheServerMustStartIt() throws IOException {
        try (var server = new ExactServer(_ -> Answer.exact(5, 1, 4))) {
            Workload.Server there = at(server, Optional.empty(), 6);
            Stage stage =
                    new ServedStage(
                            new DirectInferenceStage(Duration.ofMinutes(1), there),
                            there,
                            Recording.AROUND);
            assertInstanceOf(Probe.Unable.class, stage.probe());
        }
    }

    @Test
    void everyStepIsSaidBefore() throws IOException {
        try (var server = new ExactServer(_ -> Answer.exact(5, 1, 4))) {
            assertEquals(
                    List.of(
                            "1 takes the server at " + server.url() + " as it is",
                            "2 waits for /health or /v1/models, at most 5.0 s; asks /version,"
                                    + " /get_server_info and /v1/models what it is",
                            "3 warms up with 2 requests that do not count",
                            "4 loads /v1/chat/completions: closed loop, 2 at once, 6 requests;"
                                    + " prompts of about 8 tokens, 4 new tokens each whatever the"
                                    + " model says",
                            "5 leaves the server running"),
                    direct(at(server, Optional.empty(), 6)).remarks());
        }
    }
}
