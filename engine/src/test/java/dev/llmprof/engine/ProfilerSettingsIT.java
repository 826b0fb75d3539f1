package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
                        + "\"with_stack was left out: the engine has no Python frames to show\"]",
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
        assertEquals("[]", engine.results().path("notes").toString());
        assertTrue(engine.log().contains("warm-up: 1 rounds on synthetic input"), engine::log);
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

    private static boolean any(JsonNode events, String pointer) {
        return StreamSupport.stream(events.spliterator(), false)
                .anyMatch(event -> !event.at(pointer).isMissingNode());
    }
}
