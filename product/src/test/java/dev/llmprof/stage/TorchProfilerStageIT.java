package dev.llmprof.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.Workload.Surroundings;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real Python programs with real PyTorch under the hook.
class TorchProfilerStageIT {
    private static final Path PROGRAMS =
            SharedData.projectRoot().resolve("product/src/test/resources/dev/llmprof/stage/python");
    private static String python = "";

    @TempDir Path run;

    @BeforeAll
    static void findPython() {
        python = RealTool.pythonWithTorch().toString();
    }

    @Test
    void profilesATransformersProgramWithoutAChangeInIt() throws IOException {
        Path program = SharedData.projectRoot().resolve("examples/transformers/generate.py");
        Outcome outcome = profile(List.of(python, program.toString()), true);
        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(
                "prompt 48 tokens, answer 24 tokens\n",
                Files.readString(run.resolve("torch_profiler/tool.log")));
        Map<String, Integer> ranges = annotations(run.resolve("torch_profiler/trace.json.gz"));
        assertEquals(Map.of("prefill", 1, "decode", 23), ranges);
        JsonNode item = results().path("items").path(0);
        assertEquals(48, item.path("prefill_len").asInt());
        assertEquals(24, item.path("tokens").asInt());
    }

    @ParameterizedTest
    @CsvSource({
        "os._exit, 7, 1, 3",
        "sys.exit, 5, 1, 3",
        "exception, 1, 1, 3",
        "fork, 0, 1, 3",
        "one-token, 0, 2, 5"
    })
    void keepsTheTraceAndTheExitCodeHoweverTheProgramEnds(
            String how, int code, int prefills, int decodes) throws IOException {
        Outcome outcome =
                profile(List.of(python, PROGRAMS.resolve("ends.py").toString(), how), true);
        assertEquals(code == 0, outcome instanceof Outcome.Done, outcome::toString);
        if (code != 0) {
            String what = outcome.problemsMet().getFirst().what();
            assertEquals("the workload ended with exit code " + code, what);
        }
        Map<String, Integer> ranges = annotations(run.resolve("torch_profiler/trace.json.gz"));
        assertEquals(Map.of("prefill", prefills, "decode", decodes), ranges);
        String log = Files.readString(run.resolve("torch_profiler/tool.log"));
        assertTrue(log.startsWith("generated 4 tokens\n"), log);
        assertEquals(how.equals("exception"), log.contains("ValueError: on purpose"), log);
    }

    @Test
    void leavesAProgramAloneThatProfilesItself() throws IOException {
        Outcome outcome =
                profile(List.of(python, PROGRAMS.resolve("profiles_itself.py").toString()), true);
        assertInstanceOf(Outcome.Failed.class, outcome);
        assertEquals(
                "the program profiles itself, so llmprof's profiler stepped aside",
                outcome.problemsMet().getFirst().what());
        assertEquals("own events True\n", Files.readString(run.resolve("torch_profiler/tool.log")));
    }

    @Test
    void marksNothingWhenToldNotTo() throws IOException {
        profile(List.of(python, PROGRAMS.resolve("ends.py").toString(), "normally"), false);
        assertEquals(Map.of(), annotations(run.resolve("torch_profiler/trace.json.gz")));
    }

    @Test
    void saysThatAProgramWithoutTorchGivesNoTrace() {
        Outcome outcome = profile(List.of(python, "-c", "print('hello')"), true);
        assertEquals(
                "no trace: no process of the command imported torch",
                outcome.problemsMet().getFirst().what());
    }

    @Test
    void aProgramThatIsNoPythonIsNoFailure() {
        assertEquals(
                new Outcome.Skipped("no process of the command imported torch"),
                profile(List.of("sh", "-c", "exit 0"), true));
    }

    @Test
    void givesEveryRankItsOwnTrace() throws IOException {
        List<String> argv =
                List.of(
                        python,
                        "-m",
                        "torch.distributed.run",
                        "--standalone",
                        "--nproc-per-node=2",
                        PROGRAMS.resolve("ends.py").toString(),
                        "normally");
        Outcome outcome = profile(argv, true);
        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        for (int rank = 0; rank < 2; rank++) {
            Path trace = run.resolve("torch_profiler/trace.rank" + rank + ".json.gz");
            assertEquals(Map.of("prefill", 1, "decode", 3), annotations(trace));
        }
    }

    @Test
    void startsAPythonModuleWithTheOverridesItKnows() throws IOException {
        var infer = new LinkedHashMap<>(Map.of("max_new_tokens", "32"));
        var overrides =
                new ModuleOverrides(
                        Optional.of("/models/x"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        "cpu",
                        infer,
                        Optional.empty(),
                        new LinkedHashMap<>(Map.of("num_epochs", "1")));
        var surroundings =
                new Surroundings(Map.of("PYTHONPATH", PROGRAMS.toString()), Optional.empty());
        Outcome outcome =
                stage(
                                new Workload.PythonModule(
                                        python, "runner.profile_runner", overrides, surroundings),
                                true)
                        .run(workspace());
        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        Path scratch = run.resolve("tmp/torch_profiler");
        assertEquals(
                "[\"model.path=/models/x\", \"device=cpu\", \"infer.max_new_tokens=32\","
                        + " \"pipeline.torch_profiler.enable=false\","
                        + " \"pipeline.static_analysis.enable=false\","
                        + " \"pipeline.torch_profiler.output.visualization.enable=false\","
                        + " \"dataset.sampling.num_epochs=1\", \"hydra.run.dir="
                        + scratch
                        + "\", \"hydra.job.chdir=true\"]",
                Files.readString(scratch.resolve("overrides.json")));
        Map<String, Integer> ranges = annotations(run.resolve("torch_profiler/trace.json.gz"));
        assertEquals(Map.of("prefill", 1, "decode", 2), ranges);
    }

    private Outcome profile(List<String> argv, boolean phases) {
        var surroundings = new Surroundings(Map.of(), Optional.empty());
        return stage(new Workload.Command(argv, surroundings), phases).run(workspace());
    }

    private static TorchProfilerStage stage(Workload workload, boolean phases) {
        var settings =
                new TorchProfilerSettings(
                        List.of("cpu", "cuda"),
                        true,
                        false,
                        false,
                        false,
                        0,
                        true,
                        phases,
                        Duration.ofMinutes(5));
        return new TorchProfilerStage(settings, workload, (_, _, _) -> List.of(), System.getenv());
    }

    private Workspace workspace() {
        Path directory = StageFiles.directory(run.resolve("torch_profiler"));
        return new Workspace(
                run,
                directory,
                new SystemProcesses(System.getenv()),
                InstantSource.system(),
                List.of());
    }

    private JsonNode results() throws IOException {
        Path file = run.resolve("tmp/torch_profiler/results.json");
        return new JsonMapper().readTree(Files.readString(file));
    }

    /// How often each range occurs; every operator with shapes must lie in one when there are any.
    private static Map<String, Integer> annotations(Path trace) throws IOException {
        JsonNode root;
        try (var in = new GZIPInputStream(Files.newInputStream(trace))) {
            root = new JsonMapper().readTree(in);
        }
        Map<String, Integer> counts = new TreeMap<>();
        List<String> operators = new ArrayList<>();
        for (JsonNode event : root.path("traceEvents")) {
            switch (event.path("cat").asText()) {
                case "user_annotation" ->
                        counts.merge(event.path("name").asText(), 1, Integer::sum);
                case "cpu_op" -> {
                    if (event.path("args").has("Input Dims")) {
                        operators.add(event.path("name").asText());
                    }
                }
                default -> {}
            }
        }
        assertFalse(operators.isEmpty(), "no operator has shapes");
        return counts;
    }
}
