package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.engine.weights.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads expected results and compares with them.
public final class Expected {
    private Expected() {}

    public static JsonNode json(Path file) throws IOException {
        return Json.MAPPER.readTree(Files.readString(file));
    }

    public static float[] floats(Path file) throws IOException {
        var buffer =
                ByteBuffer.wrap(Files.readAllBytes(file))
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asFloatBuffer();
        float[] values = new float[buffer.remaining()];
        buffer.get(values);
        return values;
    }

    public static float[] floats(JsonNode array) {
        float[] values = new float[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) array.get(i).asDouble();
        }
        return values;
    }

    public static List<Long> longs(JsonNode array) {
        List<Long> values = new ArrayList<>();
        array.forEach(each -> values.add(each.asLong()));
        return values;
    }

    public static void near(String what, float[] expected, float[] actual, double tolerance) {
        assertEquals(expected.length, actual.length, what);
        double greatest = 0;
        for (int i = 0; i < expected.length; i++) {
            greatest = Math.max(greatest, Math.abs((double) expected[i] - actual[i]));
        }
        assertTrue(greatest <= tolerance, what + " differ by " + greatest);
    }

    /// Samples, sum and weighted sum of a tensor, as the data's README defines them.
    public static void statistics(String what, JsonNode expected, float[] actual) {
        double sum = 0;
        double weighted = 0;
        for (int i = 0; i < actual.length; i++) {
            sum += actual[i];
            weighted += actual[i] * ((i % 97) - 48) / 48.0;
        }
        double tolerance = 1e-3 * Math.sqrt(actual.length);
        assertEquals(expected.path("sum").asDouble(), sum, tolerance, what + " sum");
        assertEquals(expected.path("wsum").asDouble(), weighted, tolerance, what + " wsum");
        for (JsonNode sample : expected.path("samples")) {
            assertEquals(
                    sample.get(1).asDouble(),
                    actual[sample.get(0).asInt()],
                    1e-4,
                    what + " sample");
        }
    }
}
