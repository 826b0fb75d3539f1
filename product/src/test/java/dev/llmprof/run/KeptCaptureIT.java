package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.process.Executables;
import dev.llmprof.process.Survivors;
import dev.llmprof.stage.HookedRun;
import dev.llmprof.testing.RealTool;
import dev.llmprof.tool.ShellQuote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A server with PyTorch under a whole `llmprof run`, ended from outside: its trace is in a report.
class KeptCaptureIT {
    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aSignalToLlmprofKeepsTheTrace(String signal) throws Exception {
        Llmprof llmprof = Llmprof.start(directory, List.of(), serving("serves.py", "2"));
        llmprof.awaitWord(log(), "up");

        new ProcessBuilder("kill", "-" + signal, "" + llmprof.process().pid()).start().waitFor();

        assertEquals(ExitCode.INTERRUPTED, llmprof.exit(), llmprof.errors());
        isReported();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aSignalWhileFastApiServesKeepsTheTrace(String signal) throws Exception {
        Llmprof llmprof = Llmprof.start(directory, List.of(), fastApi("2"));
        llmprof.awaitWord(log(), "up");

        new ProcessBuilder("kill", "-" + signal, "" + llmprof.process().pid()).start().waitFor();

        assertEquals(ExitCode.INTERRUPTED, llmprof.exit(), llmprof.errors());
        isReported();
    }

    @Test
    void aFastApiServerThatEndsByItselfIsReported() throws Exception {
        Llmprof llmprof = Llmprof.start(directory, List.of(), fastApi("5", "ends"));

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
        isReported(Verdict.DONE);
        assertTrue(
                llmprof.errors()
                        .contains(
                                "recorded: requests 2 to 4 of 5, 9 steps; ended by"
                                        + " capture.requests"),
                llmprof.errors());
    }

    /// What `timeout` does when its time is over it does on TERM: it goes to the command and to its
    /// group.
    @Test
    void theCommandTimeoutKeepsTheTrace() throws Exception {
        Llmprof llmprof =
                Llmprof.start(directory, List.of("timeout", "1h"), serving("serves.py", "2"));
        llmprof.awaitWord(log(), "up");

        new ProcessBuilder("kill", "-TERM", "" + llmprof.process().pid()).start().waitFor();

        llmprof.exit();
        isReported();
    }

    @Test
    void controlCInATerminalKeepsTheTrace() throws Exception {
        assumeTrue(Executables.find("tmux", System.getenv()).isPresent(), "tmux is not here");
        var argv = new ArrayList<>(Llmprof.java());
        argv.addAll(serving("serves.py", "2"));
        String line =
                argv.stream().map(ShellQuote::word).collect(Collectors.joining(" "))
                        + "; touch "
                        + directory.resolve("ended");
        Path script = directory.resolve("script.sh");
        // Ctrl-C goes to the shell as well, which still has a line to do.
        Files.writeString(script, "trap : INT\n" + line + "\n");
        tmux("new-session", "-d", "-s", "kept", "sh " + script);
        try {
            await(log(), "up");

            tmux("send-keys", "-t", "kept", "C-c");

            await(directory.resolve("ended"), "");
        } finally {
            tmux("kill-server");
        }
        isReported();
    }

    @Test
    void aWindowIsOpenedAndClosedFromOutside() throws Exception {
        List<String> words = new ArrayList<>(serving("serves.py", "1"));
        words.add(1, "capture.start=signal");
        Llmprof llmprof = Llmprof.start(directory, List.of(), words);
        llmprof.awaitWord(log(), "up");

        assertEquals(ExitCode.OK, capture("start").exit());
        ask();
        assertEquals(ExitCode.OK, capture("stop").exit());
        llmprof.await(() -> !traces().isEmpty());
        llmprof.interrupt();

        assertEquals(ExitCode.INTERRUPTED, llmprof.exit(), llmprof.errors());
        isReported();
    }

    private Llmprof capture(String word) throws IOException {
        return Llmprof.start(directory, List.of(), List.of("capture", word, "" + run()));
    }

    /// The server says where it listens.
    private void ask() throws IOException, InterruptedException {
        String port = Files.readString(log()).lines().findFirst().orElseThrow();
        var client = java.net.http.HttpClient.newHttpClient();
        var request =
                java.net.http.HttpRequest.newBuilder(
                                java.net.URI.create("http://127.0.0.1:" + port + "/"))
                        .build();
        client.send(request, java.net.http.HttpResponse.BodyHandlers.discarding());
    }

    private List<Path> traces() {
        Path traces = run().resolve("tmp/torch_profiler/traces");
        try (var files = Files.newDirectoryStream(traces, "[0-9]*.json.gz")) {
            var found = new ArrayList<Path>();
            files.forEach(found::add);
            return found;
        } catch (IOException e) {
            return List.of();
        }
    }

    private void isReported() throws IOException {
        isReported(Verdict.INTERRUPTED);
    }

    private void isReported(Verdict verdict) throws IOException {
        var stage = ManifestFile.read(run()).stage("torch_profiler").orElseThrow();
        assertEquals(verdict, stage.outcome());
        assertTrue(Files.exists(run().resolve("torch_profiler/trace.json.gz")));
        assertTrue(Files.readString(run().resolve("report.md")).contains("aten::tanh"));
        assertEquals(Set.of(), Survivors.mentioning(directory.toString()));
    }

    private List<String> fastApi(String... words) {
        RealTool.pythonWithFastApi();
        return serving("serves_fastapi.py", words);
    }

    private List<String> serving(String program, String... words) {
        var all =
                new ArrayList<>(
                        List.of(
                                "run",
                                "hydra.run.dir=" + run(),
                                "pipeline.static_analysis.enable=false",
                                "--",
                                RealTool.pythonWithTorch().toString(),
                                HookedRun.PROGRAMS.resolve(program).toString()));
        all.addAll(List.of(words));
        return all;
    }

    private void tmux(String... words) throws IOException, InterruptedException {
        var argv = new ArrayList<>(List.of("tmux", "-S", directory.resolve("tmux").toString()));
        argv.addAll(List.of(words));
        new ProcessBuilder(argv).inheritIO().start().waitFor();
    }

    private static void await(Path file, String word) throws IOException, InterruptedException {
        while (!Files.exists(file) || !Files.readString(file).contains(word)) {
            Thread.sleep(50);
        }
    }

    private Path run() {
        return directory.resolve("run");
    }

    private Path log() {
        return run().resolve("torch_profiler/tool.log");
    }
}
