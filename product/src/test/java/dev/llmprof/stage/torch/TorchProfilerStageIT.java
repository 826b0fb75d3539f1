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

    /// A way to end, its exit code, and how many prefills and decodes are recorded.
    private record Ending(String how, int code, int prefills, int decodes) {}

    @Test
    void keepsTheTraceAndTheExitCodeHoweverTheProgramEnds() throws IOException {
        for (Ending ending :
                List.of(
                        new Ending("os._exit", 7, 1, 3),
                        new Ending("sys.exit", 5, 1, 3),
                        new Ending("exception", 1, 1, 3),
                        new Ending("one-token", 0, 2, 5))) {
            assertKept(ending, HookedRun.in(run.resolve(ending.how())));
        }
    }

    private static void assertKept(Ending ending, HookedRun hooked) throws IOException {
        Outcome outcome = hooked.program("ends.py", ending.how());
        assertEquals(ending.code() == 0, outcome instanceof Outcome.Done, outcome::toString);
        if (ending.code() != 0) {
            String what = outcome.problemsMet().getFirst().what();
            assertEquals("the workload ended with exit code " + ending.code(), what);
        }
        Map<String, Integer> ranges = hooked.ranges("trace.json.gz");
        assertEquals(Map.of("prefill", ending.prefills(), "decode", ending.decodes()), ranges);
        String log = hooked.log();
        assertTrue(log.startsWith("generated 4 tokens\n"), log);
        assertEquals(ending.how().equals("exception"), log.contains("ValueError: on purpose"), log);
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
