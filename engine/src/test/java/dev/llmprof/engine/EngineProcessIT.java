package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.weights.Json;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The engine as a process of its own, as the product starts it.
class EngineProcessIT {
    @TempDir private Path folder;

    @Test
    void leavesATraceWithShapesInsideItsRangesAndTimesThatAddUp()
            throws IOException, InterruptedException {
        ObjectNode settings = new EngineRun(folder).profiled(3, 16, true, "cpu");
        assertEquals(0, start(settings).waitFor(), this::log);
        JsonNode results = Expected.json(folder.resolve("results.json"));
        assertEquals(3, results.path("items").size());
        for (JsonNode item : results.path("items")) {
            assertEquals(16, item.path("tokens").asInt());
            double vision =
                    item.path("sam_ms").asDouble()
                            + item.path("clip_ms").asDouble()
                            + item.path("projector_ms").asDouble();
            assertEquals(vision, item.path("vision_ms").asDouble(), 1e-6);
            assertTrue(vision < item.path("prefill_ms").asDouble(), item::toString);
        }
        checkTrace(folder.resolve("trace.json.gz"));
    }

    @Test
    void stopsOnInterruptAndKeepsWhatItHas() throws IOException, InterruptedException {
        Process process = start(settings(200, 64));
        while (!log().contains("1/200")) {
            assertTrue(process.isAlive(), this::log);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
        assertEquals(130, process.waitFor());
        JsonNode results = Expected.json(folder.resolve("results.json"));
        assertTrue(results.path("interrupted").asBoolean());
        assertTrue(!results.path("items").isEmpty() && results.path("items").size() < 200);
    }

    @Test
    void aBadPictureCostsNothingThatCameBefore() throws IOException, InterruptedException {
        ImageIO.write(
                new BufferedImage(80, 60, BufferedImage.TYPE_INT_RGB),
                "png",
                folder.resolve("a.png").toFile());
        Files.writeString(folder.resolve("b.png"), "no picture");
        ObjectNode settings = settings(1, 3);
        settings.withObject("/dataset")
                .put("root", folder.toString())
                .putArray("fallback_patterns")
                .add("*.png");

        assertEquals(2, start(settings).waitFor());
        assertTrue(log().contains("cannot read the picture b.png"), log());
        JsonNode results = Expected.json(folder.resolve("results.json"));
        assertTrue(results.path("interrupted").asBoolean());
        assertEquals(1, results.path("items").size());
    }

    @Test
    void saysWhatIsWrongWithoutAStackTrace() throws IOException, InterruptedException {
        ObjectNode settings = settings(1, 4);
        ((ObjectNode) settings.path("model")).put("path", folder.resolve("nowhere").toString());
        assertEquals(2, start(settings).waitFor());
        assertEquals(
                "the model folder is not there\n  at   "
                        + folder.resolve("nowhere")
                        + "\n  fix  set model.path to a Hugging Face folder, or use model=tiny\n",
                log());
    }

    private static void checkTrace(Path file) throws IOException {
        JsonNode events;
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            events = Json.MAPPER.readTree(in).path("traceEvents");
        }
        JsonNode prefill = range(events, "prefill");
        JsonNode decode = range(events, "decode");
        int inside = 0;
        int operators = 0;
        int shaped = 0;
        for (JsonNode event : events) {
            if (event.path("cat").asText().equals("cpu_op")) {
                operators++;
                shaped += event.path("args").has("Input Dims") ? 1 : 0;
                inside += within(event, prefill) || within(event, decode) ? 1 : 0;
            }
        }
        assertTrue(operators > 1000, operators + " operators");
        assertTrue(shaped > operators * 9 / 10, shaped + " operators with shapes");
        // The cache and the rotation tables are made outside.
        assertTrue(inside > operators * 0.99, inside + " of " + operators + " in the ranges");
    }

    private static JsonNode range(JsonNode events, String name) {
        for (JsonNode event : events) {
            if (event.path("cat").asText().equals("user_annotation")
                    && event.path("name").asText().equals(name)) {
                return event;
            }
        }
        throw new AssertionError("no range " + name);
    }

    private static boolean within(JsonNode event, JsonNode range) {
        double start = event.path("ts").asDouble();
        double begin = range.path("ts").asDouble();
        return start >= begin - 0.01
                && start + event.path("dur").asDouble()
                        <= begin + range.path("dur").asDouble() + 0.01;
    }

    private Process start(ObjectNode settings) throws IOException {
        return new EngineRun(folder).start(settings);
    }

    private ObjectNode settings(int pages, int newTokens) {
        return new EngineRun(folder).settings(pages, newTokens);
    }

    private String log() {
        return new EngineRun(folder).log();
    }
}
