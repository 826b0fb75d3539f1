package dev.llmprof.stage.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.stage.HookedRun;
import dev.llmprof.stage.workload.ModuleOverrides;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Surroundings;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real Python programs with real PyTorch under the hook.
class TorchProfilerStageIT {
    private static String python = "";

    @TempDir Path run;

    @BeforeAll
    static void findPython() {
        python = RealTool.pythonWithTorch().toString();
    }

    @Test
    void profilesATransformersProgramWithoutAChangeInIt() throws IOException {
        Path program = SharedData.projectRoot().resolve("examples/transformers/generate.py");
        Outcome outcome = HookedRun.in(run).python(program.toString());
        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(
                "prompt 48 tokens, answer 24 tokens\n",
                Files.readString(run.resolve("torch_profiler/tool.log")));
        Map<String, Integer> ranges = HookedRun.in(run).ranges("trace.json.gz");
        assertEquals(Map.of("prefill", 1, "decode", 23), ranges);
        JsonNode item = HookedRun.in(run).results().path("items").path(0);
        assertEquals(48, item.path("prefill_len").asInt());
        assertEquals(24, item.path("tokens").asInt());
    }

    @ParameterizedTest
    @CsvSource({
        "os._exit, 7, 1, 3",
        "sys.exit, 5, 1, 3",
        "exception, 1, 1, 3",
        "one-token, 0, 2, 5"
    })
    void keepsTheTraceAndTheExitCodeHoweverTheProgramEnds(
            String how, int code, int prefills, int decodes) throws IOException {
        Outcome outcome = HookedRun.in(run).program("ends.py", how);
        assertEquals(code == 0, outcome instanceof Outcome.Done, outcome::toString);
        if (code != 0) {
            String what = outcome.problemsMet().getFirst().what();
            assertEquals("the workload ended with exit code " + code, what);
        }
        Map<String, Integer> ranges = HookedRun.in(run).ranges("trace.json.gz");
        assertEquals(Map.of("prefill", prefills, "decode", decodes), ranges);
        String log = Files.readString(run.resolve("torch_profiler/tool.log"));
        assertTrue(log.startsWith("generated 4 tokens\n"), log);
        assertEquals(how.equals("exception"), log.contains("ValueError: on purpose"), log);
    }

    @Test
    void aForkedChildHasATraceOfItsOwn() throws IOException {
        Outcome outcome = HookedRun.in(run).program("ends.py", "fork");
        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        for (String trace : List.of("trace.0.json.gz", "trace.1.json.gz")) {
            assertEquals(Map.of("prefill", 1, "decode", 3), HookedRun.in(run).ranges(trace), trace);
        }
    }

    @Test
    void leavesAProgramAloneThatProfilesItself() throws IOException {
        Outcome outcome = HookedRun.in(run).program("profiles_itself.py");
        assertInstanceOf(Outcome.Failed.class, outcome);
        assertEquals(
                "the program profiles itself, so llmprof's profiler stepped aside",
                outcome.problemsMet().getFirst().what());
        assertEquals("own events True\n", Files.readString(run.resolve("torch_profiler/tool.log")));
    }

    @Test
    void marksNothingWhenToldNotTo() throws IOException {
        new HookedRun(run, HookedRun.settings(List.of("cpu"), true, false, false))
                .program("ends.py", "normally");
        assertEquals(Map.of(), HookedRun.in(run).ranges("trace.json.gz"));
    }

    @Test
    void saysThatAProgramWithoutTorchGivesNoTrace() {
        Outcome outcome = HookedRun.in(run).python("-c", "print('hello')");
        assertEquals(
                "no trace: no process of the command imported torch",
                outcome.problemsMet().getFirst().what());
        assertEquals(
                "start Python without -I, -E and -S, and keep it in the foreground: what a program"
                        + " leaves running is ended with it; or"
                        + " pipeline.torch_profiler.enable=false for programs without PyTorch",
                outcome.problemsMet().getFirst().fix());
    }

    @Test
    void aProgramThatIsNoPythonIsNoFailure() {
        assertEquals(
                new Outcome.Skipped("no process of the command imported torch"),
                HookedRun.in(run)
                        .of(
                                new Workload.Command(
                                        List.of("sh", "-c", "exit 0"),
                                        new Surroundings(Map.of(), Optional.empty()))));
    }

    @Test
    void givesEveryRankItsOwnTrace() throws IOException {
        Outcome outcome =
                HookedRun.in(run)
                        .python(
                                "-m",
                                "torch.distributed.run",
                                "--standalone",
                                "--nproc-per-node=2",
                                HookedRun.PROGRAMS.resolve("ends.py").toString(),
                                "normally");
        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        for (int rank = 0; rank < 2; rank++) {
            String trace = "trace.rank" + rank + ".json.gz";
            assertEquals(Map.of("prefill", 1, "decode", 3), HookedRun.in(run).ranges(trace));
        }
    }

    @Test
    void startsAPythonModuleWithTheOverridesItKnows() throws IOException {
        var infer = new LinkedHashMap<>(Map.of("max_new_tokens", "32"));
        var overrides =
                new ModuleOverrides(
                        Optional.of("/models/x"),
                        new LinkedHashMap<>(Map.of("dtype", "fp32")),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        "cpu",
                        infer,
                        Optional.empty(),
                        new LinkedHashMap<>(Map.of("num_epochs", "1")));
        var surroundings =
                new Surroundings(
                        Map.of("PYTHONPATH", HookedRun.PROGRAMS.toString()), Optional.empty());
        Outcome outcome =
                HookedRun.in(run)
                        .of(
                                new Workload.PythonModule(
                                        python, "runner.profile_runner", overrides, surroundings));
        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        Path scratch = run.resolve("tmp/torch_profiler");
        assertEquals(
                "[\"model.path=/models/x\", \"model.dtype=fp32\", \"device=cpu\", \"infer.max_new_tokens=32\","
                        + " \"pipeline.torch_profiler.enable=false\","
                        + " \"pipeline.static_analysis.enable=false\","
                        + " \"pipeline.torch_profiler.output.visualization.enable=false\","
                        + " \"dataset.sampling.num_epochs=1\", \"hydra.run.dir="
                        + scratch
                        + "\", \"hydra.job.chdir=true\"]",
                Files.readString(scratch.resolve("overrides.json")));
        Map<String, Integer> ranges = HookedRun.in(run).ranges("trace.json.gz");
        assertEquals(Map.of("prefill", 1, "decode", 2), ranges);
    }
}
