package dev.llmprof.stage.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.stage.HookedRun;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.testing.RealTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the hook makes of the ways in which programs call their models, with real PyTorch.
class PythonHookIT {
    private static final String TRACE = "trace.json.gz";

    private static final String PRINTED =
            "1 x 4\n1 x 3\n3 x 5\n1 x 2\nno such token\n1 x 2\n1 x 2\n1 x 2\n";

    @TempDir private Path run;

    @Test
    void countsEveryWayOfGenerating() throws IOException {
        HookedRun hooked = HookedRun.in(run);

        Outcome outcome = hooked.program("many_ways.py");

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(
                "1 x 4\n1 x 3\n3 x 5\n1 x 2\nno such token\n1 x 2\n1 x 2\n1 x 2\n", hooked.log());
        assertEquals(
                List.of(
                        List.of(11, 4, 1), // a static cache
                        List.of(12, 3, 1), // inputs_embeds
                        List.of(39, 15, 3), // three sequences
                        List.of(14, 1, 1), // without a cache each step reads the prompt again
                        List.of(15, 1, 1),
                        List.of(15, 1, 1), // the forward that failed
                        List.of(16, 2, 1),
                        List.of(16, 2, 1),
                        List.of(16, 2, 1),
                        List.of(17, 2, 1)), // in two parts
                hooked.requests());
        assertEquals(Map.of("prefill", 11, "decode", 13), hooked.ranges(TRACE));
        Path described = Path.of(hooked.results().path("model_path").asText(), "config.json");
        JsonNode config = new JsonMapper().readTree(Files.readString(described));
        assertEquals("llama", config.path("model_type").asText());
        assertEquals("fp32", hooked.results().path("dtype").asText());
    }

    @Test
    void aProgramThatOnlyLooksForTorchFirstIsRecorded() throws IOException {
        HookedRun hooked = HookedRun.in(run);

        Outcome outcome = hooked.program("looks_first.py");

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals("torch True\n", hooked.log());
        assertEquals(Map.of("prefill", 1, "decode", 3), hooked.ranges(TRACE));
    }

    @Test
    void aCompiledModelStaysOneGraph() throws IOException {
        HookedRun hooked = HookedRun.in(run);

        Outcome outcome = hooked.program("compiled.py");

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals("graphs 2\n", hooked.log());
        Map<String, Integer> ranges = hooked.ranges(TRACE);
        assertEquals(3, ranges.get("prefill"), ranges::toString);
        assertEquals(1, ranges.get("decode"), ranges::toString);
    }

    @Test
    void nothingIsLeftOnceItHasSteppedAside() throws IOException {
        HookedRun hooked = HookedRun.in(run);

        hooked.program("leftovers.py");

        assertEquals("left []\n", hooked.log());
    }

    @Test
    void ranksThatTalkHaveATraceEach() throws IOException {
        HookedRun hooked = HookedRun.in(run);

        Outcome outcome =
                hooked.python(
                        "-m",
                        "torch.distributed.run",
                        "--standalone",
                        "--nproc-per-node=2",
                        HookedRun.PROGRAMS.resolve("ranks.py").toString());

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        for (int rank = 0; rank < 2; rank++) {
            String trace = "trace.rank" + rank + ".json.gz";
            assertEquals(Map.of("prefill", 1, "decode", 1 + rank), phases(hooked, trace));
            assertTrue(
                    hooked.events(trace).stream()
                            .anyMatch(event -> event.path("name").asText().contains("allreduce")),
                    trace);
        }
    }

    private static Map<String, Integer> phases(HookedRun hooked, String trace) throws IOException {
        Map<String, Integer> ranges = hooked.ranges(trace);
        ranges.keySet().retainAll(List.of("prefill", "decode"));
        return ranges;
    }

    @Test
    void anotherThreadIsRecordedToo() throws IOException {
        HookedRun hooked = HookedRun.in(run);

        hooked.program("streams.py");

        assertEquals(Map.of("prefill", 1, "decode", 3), hooked.ranges(TRACE));
        assertTrue(
                hooked.events(TRACE).stream()
                        .anyMatch(event -> event.path("name").asText().equals("aten::tanh")));
    }

    @Test
    void theUsersOwnStartUpFileStillRuns() throws IOException {
        Path own = Files.createDirectories(run.resolve("own"));
        Files.writeString(own.resolve("sitecustomize.py"), "print('mine')\n");
        HookedRun hooked = HookedRun.in(run);
        var surroundings =
                new Workload.Surroundings(Map.of("PYTHONPATH", own.toString()), Optional.empty());
        List<String> argv =
                List.of(
                        RealTool.pythonWithTorch().toString(),
                        HookedRun.PROGRAMS.resolve("ends.py").toString(),
                        "normally");

        hooked.of(new Workload.Command(argv, surroundings));

        assertEquals("mine\ngenerated 4 tokens\n", hooked.log());
        assertEquals(Map.of("prefill", 1, "decode", 3), hooked.ranges(TRACE));
    }

    @Test
    void aProgramThatForksBeforeTorchHasTwoTraces() throws IOException {
        HookedRun hooked = HookedRun.in(run);

        Outcome outcome = hooked.program("forks_first.py");

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(
                List.of(1, 2),
                List.of("trace.0.json.gz", "trace.1.json.gz").stream()
                        .map(trace -> decodes(hooked, trace))
                        .sorted()
                        .toList());
    }

    private static int decodes(HookedRun hooked, String trace) {
        try {
            return hooked.ranges(trace).getOrDefault("decode", 0);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void everySettingOnIsThereOrNoted() throws IOException {
        var hooked =
                new HookedRun(run, HookedRun.settings(List.of("cpu", "cuda"), true, true, true));

        hooked.program("ends.py", "normally");

        List<JsonNode> events = hooked.events(TRACE);
        assertTrue(events.stream().anyMatch(event -> event.at("/args").has("Input Dims")));
        assertTrue(
                events.stream().anyMatch(event -> event.path("name").asText().equals("[memory]")));
        assertTrue(
                events.stream()
                        .anyMatch(event -> event.path("cat").asText().equals("python_function")));
        String notes = hooked.results().path("notes").toString();
        assertTrue(notes.contains("warmup_rounds and warmup_synthetic were left out"), notes);
        assertTrue(notes.contains("activity cuda was left out"), notes);
        assertTrue(notes.contains("only the thread that the window begins in"), notes);
    }

    @Test
    void withStacksTheProgramsImportsAreLeftOut() throws IOException {
        var hooked = new HookedRun(run, HookedRun.settings(List.of("cpu"), false, true, true));

        Outcome outcome = hooked.program("many_ways.py");

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(PRINTED, hooked.log());
        assertEquals(Map.of("prefill", 11, "decode", 13), hooked.ranges(TRACE));
        assertFalse(
                hooked.events(TRACE).stream()
                        .anyMatch(event ->
                                event.path("name")
                                        .asText()
                                        .matches(".*modeling_llama.py.*<module>")));
    }

    @Test
    void stacksOfAProgramThatProfilesItself() throws IOException {
        var hooked = new HookedRun(run, HookedRun.settings(List.of("cpu"), false, true, true));

        hooked.program("leftovers.py");

        assertEquals("left []\n", hooked.log());
    }

    @Test
    void everySettingOffIsNotThere() throws IOException {
        var hooked = new HookedRun(run, HookedRun.settings(List.of("cpu"), false, false, false));

        hooked.program("ends.py", "normally");

        List<JsonNode> events = hooked.events(TRACE);
        assertFalse(events.stream().anyMatch(event -> event.at("/args").has("Input Dims")));
        assertFalse(
                events.stream().anyMatch(event -> event.path("name").asText().equals("[memory]")));
        assertFalse(
                events.stream()
                        .anyMatch(event -> event.path("cat").asText().equals("python_function")));
        assertEquals(Map.of(), hooked.ranges(TRACE));
        assertEquals(0, hooked.results().path("items").size());
    }

    @Test
    void onlyCudaWhereThereIsNoneFallsBackAndSaysSo() throws IOException {
        var hooked = new HookedRun(run, HookedRun.settings(List.of("cuda"), false, false, true));

        hooked.program("ends.py", "normally");

        String notes = hooked.results().path("notes").toString();
        assertTrue(notes.contains("activity cpu was taken instead"), notes);
        assertTrue(Files.exists(run.resolve("torch_profiler").resolve(TRACE)));
    }
}
