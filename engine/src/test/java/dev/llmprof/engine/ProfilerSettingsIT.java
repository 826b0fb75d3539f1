package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every setting of the profiler is honoured by the engine, or refused with a reason.
class ProfilerSettingsIT {
    @TempDir private Path folder;
    private EngineRun engine = new EngineRun(Path.of("."));

    @BeforeEach
    void inItsFolder() {
        engine = new EngineRun(folder);
    }

    @Test
    void everythingOnIsThereOrNoted() throws IOException, InterruptedException {
        ObjectNode settings = profiled(true, "cpu", "cuda");
        settings.withObject("/profiler").put("profile_memory", true).put("with_stack", true);
        settings.withObject("/warmup").put("rounds", 3).put("synthetic", false);

        assertEquals(0, engine.run(settings), engine::log);

        JsonNode events = engine.traceEvents();
        assertTrue(any(events, "/args/Input Dims"));
        assertTrue(
                StreamSupport.stream(events.spliterator(), false)
                        .anyMatch(event -> event.path("name").asText().equals("[memory]")));
        assertEquals(
                "[\"activity cuda was left out: the model runs on the CPU\","
                        + "\"with_stack was left out: the engine has no Python frames to show\","
                        + "\"recorded: 1 request after 0, 4 steps; ended by capture.requests\"]",
                engine.results().path("notes").toString());
        assertTrue(engine.log().contains("warm-up: 3 rounds on page"), engine::log);
    }

    @Test
    void everythingOffIsNotThere() throws IOException, InterruptedException {
        ObjectNode settings = profiled(false, "cpu");

        assertEquals(0, engine.run(settings), engine::log);

        JsonNode events = engine.traceEvents();
        assertFalse(any(events, "/args/Input Dims"));
        assertFalse(
                StreamSupport.stream(events.spliterator(), false)
                        .anyMatch(event -> event.path("name").asText().equals("[memory]")));
        assertEquals(
                "[\"recorded: 1 request after 0, 4 steps; ended by capture.requests\"]",
                engine.results().path("notes").toString());
        assertTrue(engine.log().contains("warm-up: 1 rounds on synthetic input"), engine::log);
    }

    @Test
    void onlyTheFirstPassesAreRecorded() throws IOException, InterruptedException {
        ObjectNode settings = profiled(false, "cpu");
        settings.withObject("/window").put("steps", 2);

        assertEquals(0, engine.run(settings), engine::log);

        assertTrue(engine.log().contains(", 2 tokens\n"), engine::log);
        assertEquals(4, engine.results().at("/items/0/tokens").asInt());
        assertEquals(
                "[\"recorded: 1 request after 0, the first 2 of at most 4 steps; ended by"
                        + " capture.steps\"]",
                engine.results().path("notes").toString());
    }

    @Test
    void theWindowHasSoManyRequestsAfterThoseThatWarmUp() throws IOException, InterruptedException {
        ObjectNode settings = engine.profiled(3, 4, false, "cpu");
        settings.withObject("/window").put("warmup", 2).put("requests", 3).put("steps", 9);

        assertEquals(0, engine.run(settings), engine::log);

        assertEquals(
                "[\"recorded: 2 requests after 2, 8 steps; ended by capture.steps\"]",
                engine.results().path("notes").toString());
        assertEquals(2, count(engine.traceEvents(), "prefill"));
        assertEquals(2, count(engine.traceEvents(), "decode"));
        assertEquals(3, engine.results().path("items").size());
        assertEquals(
                List.of("1/3", "2/3", "recorded", "recorded", "3/3"),
                engine.log()
                        .lines()
                        .filter(line -> line.contains("prefill"))
                        .map(line -> line.substring(0, line.indexOf(' ')))
                        .toList());
    }

    @Test
    void aRecordingThatTakesTooMuchMemoryEnds() throws IOException, InterruptedException {
        ObjectNode settings = profiled(false, "cpu");
        settings.withObject("/window").put("max_bytes", 0).put("requests", 3);

        assertEquals(0, engine.run(settings), engine::log);

        assertEquals(
                "[\"recorded: 1 request after 0, 1 step; ended by capture.max_bytes\"]",
                engine.results().path("notes").toString());
        assertEquals(1, count(engine.traceEvents(), "prefill"));
    }

    @Test
    void onlyCudaOnTheCpuIsRefused() throws IOException, InterruptedException {
        assertEquals(2, engine.run(profiled(true, "cuda")));

        assertTrue(
                engine.log()
                        .contains(
                                """
                                activities has no cpu, and the model runs on the CPU: nothing to record
                                  at   pipeline.torch_profiler.activities
                                  fix  pipeline.torch_profiler.activities=[cpu]
                                """),
                engine::log);
        assertFalse(Files.exists(folder.resolve("trace.json.gz")));
    }

    private ObjectNode profiled(boolean shapes, String... activities) {
        return engine.profiled(1, 4, shapes, activities);
    }

    private static long count(JsonNode events, String range) {
        return StreamSupport.stream(events.spliterator(), false)
                .filter(event -> event.path("cat").asText().equals("user_annotation"))
                .filter(event -> event.path("name").asText().equals(range))
                .count();
    }

    private static boolean any(JsonNode events, String pointer) {
        return StreamSupport.stream(events.spliterator(), false)
                .anyMatch(event -> !event.at(pointer).isMissingNode());
    }
}
