package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.console.ExitCode;
import dev.llmprof.process.Survivors;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.SeededCheckpoint;
import dev.llmprof.testing.server.Answer;
import dev.llmprof.testing.server.ExactServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `workload=server` in a whole `llmprof run`.
@Timeout(300)
class ServingIT {
    @TempDir private Path directory;

    private Path run() {
        return directory.resolve("run");
    }

    private List<String> words(String... more) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "run",
                                "workload=server",
                                "pipeline.static_analysis.enable=false",
                                "hydra.run.dir=" + run()));
        words.addAll(List.of(more));
        return words;
    }

    private JsonNode metrics() throws IOException {
        return new JsonMapper().readTree(run().resolve("metrics.json").toFile());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /// A checkpoint that transformers can chat with.
    private Path model() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("model"));
        SeededCheckpoint.write("llama", folder);
        Files.writeString(
                folder.resolve("tokenizer_config.json"),
                """
                {"tokenizer_class": "PreTrainedTokenizerFast",
                 "chat_template": "{% for m in messages %}{{ m['content'] }}{% endfor %}"}
                """);
        return folder;
    }

    @Test
    void transformersServeIsStartedLoadedRecordedAndEnded() throws Exception {
        Path python = RealTool.pythonWithServing();
        List<String> words =
                words(
                        "capture.bare=off",
                        "capture.steps=24",
                        "load.concurrency=2",
                        "load.requests=16",
                        "load.warmup=2",
                        "load.prompt_tokens=16",
                        "infer.max_new_tokens=8",
                        "--",
                        python.resolveSibling("transformers").toString(),
                        "serve",
                        "--port",
                        "" + freePort(),
                        "--no-continuous-batching",
                        model().toString());

        Llmprof llmprof = Llmprof.start(directory, List.of(), words);

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors() + llmprof.output());
        JsonNode requests = metrics().path("requests");
        assertEquals(16, requests.path("count").asInt(), requests::toString);
        // Bytes that make no letter yet are held back: a random model may say nothing but these.
        requests.path("failures")
                .forEach(each ->
                        assertEquals("an answer without text", each.path("reason").asText()));
        assertTrue(requests.path("ttft_ns").path("p50").asDouble() > 0);
        JsonNode capture = metrics().path("captures").path(0);
        assertTrue(capture.path("operators").size() > 0, "no operators");
        String report = Files.readString(run().resolve("report.md"));
        assertTrue(report.contains("The p99 request while it was recorded"), report);
        assertTrue(Files.size(run().resolve("tables/requests.parquet")) > 0);
        assertTrue(Files.readString(run().resolve("csv/steps.csv")).contains("prefill"));
        // Every step that was recorded is held against what this machine could do.
        JsonNode bounds = metrics().path("prediction").path("step_bounds");
        assertEquals(capture.path("steps").size(), bounds.size(), bounds::toString);
        bounds.forEach(step -> assertTrue(step.path("bound_ns").asDouble() > 0, step::toString));
        assertEquals(Set.of(), Survivors.mentioning(directory.resolve("model").toString()));
    }

    @Test
    void anAttachedServerIsMeasuredAndLeftRunning() throws Exception {
        try (var server = new ExactServer(_ -> Answer.exact(40, 10, 10))) {
            Llmprof llmprof =
                    Llmprof.start(
                            directory,
                            List.of(),
                            words(
                                    "workload.url=" + server.url(),
                                    "load.concurrency=2",
                                    "load.requests=10",
                                    "load.slo.ttft=10s",
                                    "infer.max_new_tokens=10"));

            assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
            JsonNode requests = metrics().path("requests");
            assertEquals("direct_inference", requests.path("stage").asText());
            assertEquals(10, requests.path("count").asInt());
            // What the server's delays make of it, and a loaded machine only adds to.
            assertTrue(requests.path("ttft_ns").path("p50").asDouble() >= 40e6);
            assertTrue(requests.path("e2e_ns").path("p50").asDouble() >= 130e6);
            assertEquals(
                    requests.path("requests_per_second").asDouble(),
                    requests.path("goodput_requests_per_second").asDouble());
            assertEquals(20, server.bodies().size());
        }
    }

    @Test
    void nsysRecordsAServerWithoutAHookFromStartToStop() throws Exception {
        RealTool.nsys();
        int port = freePort();
        Path script = directory.resolve("small_server.py");
        try (var in = ServingIT.class.getResourceAsStream("small_server.py")) {
            Files.copy(in, script);
        }
        Llmprof llmprof =
                Llmprof.start(
                        directory,
                        List.of(),
                        words(
                                "pipeline.torch_profiler.enable=false",
                                "pipeline.nsys.enable=true",
                                "profiling/nsys@pipeline.nsys=nsys.full",
                                "capture.bare=off",
                                "capture.duration=1s",
                                "load.concurrency=2",
                                "load.duration=4s",
                                "load.warmup=2",
                                "infer.max_new_tokens=8",
                                "workload.url=http://127.0.0.1:" + port,
                                "--",
                                "python3",
                                "-I",
                                script.toString(),
                                "" + port));

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors() + llmprof.output());
        String manifest = Files.readString(run().resolve("manifest.json"));
        assertTrue(manifest.contains("\"launch\""), manifest);
        assertTrue(Files.size(run().resolve("nsys/run.sqlite")) > 0);
        assertEquals(0, metrics().path("requests").path("errors").asInt());
        assertEquals(Set.of(), Survivors.mentioning(script.toString()));
    }

    @Test
    void aServerThatDiesAtItsStartIsSaidWithItsLastLines() throws Exception {
        Llmprof llmprof =
                Llmprof.start(
                        directory,
                        List.of(),
                        words(
                                "pipeline.torch_profiler.enable=false",
                                "--",
                                "sh",
                                "-c",
                                "echo no such model; exit 3"));

        assertEquals(ExitCode.STAGE_FAILED, llmprof.exit());
        String said = llmprof.errors() + llmprof.output();
        assertTrue(said.contains("the server ended with exit code 3"), said);
        assertTrue(said.contains("no such model"), said);
    }

    @Test
    void mistakesInTheKeysAreToldTogether() throws Exception {
        Llmprof llmprof =
                Llmprof.start(
                        directory,
                        List.of(),
                        words(
                                "workload.url=nowhere",
                                "load.prompt_tokens=[9,3]",
                                "load.warmup=-1"));

        assertEquals(ExitCode.WRONG_INPUT, llmprof.exit());
        String said = llmprof.errors();
        assertTrue(said.contains("load.warmup is -1, but must be at least 0"), said);
    }
}
