package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.checkpoint.JsonTree;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Request;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Descriptions with values no one would write: a count or a clear problem, never anything else.
class HostileConfigTest {
    private static final List<Object> ODD =
            List.of(
                    0L,
                    -7L,
                    1L,
                    3L,
                    1L << 39,
                    Long.MAX_VALUE,
                    0.5,
                    -0.25,
                    Double.POSITIVE_INFINITY,
                    Double.NaN,
                    "many",
                    "",
                    true,
                    false,
                    List.of(),
                    List.of(1L, "two", 3.5),
                    List.of("full_attention"),
                    List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L),
                    Map.of(),
                    Map.of("a", 1L),
                    JsonTree.NULL);

    @Test
    void countsOrSaysWhatIsWrong() throws IOException {
        var chance = new Random(20261115);
        int counted = 0;
        int refused = 0;
        for (Map<String, Object> config : configs()) {
            for (int i = 0; i < 12; i++) {
                Map<String, Object> odd = changed(config, chance);
                try {
                    Model model = Architectures.read(new ModelConfig(odd, "config.json"));
                    assertTrue(flops(model) >= 0, odd.toString());
                    counted++;
                } catch (Problem.Found found) {
                    assertFalse(found.problems().getFirst().what().isEmpty());
                    refused++;
                } catch (RuntimeException e) {
                    throw new AssertionError(odd.toString(), e);
                }
            }
        }
        assertTrue(counted > 500 && refused > 500, counted + " counted, " + refused + " refused");
    }

    private static double flops(Model model) {
        Request request = new Request(2, 100, 10, new Images(1, 300, 200, ""));
        Counting counting = Counting.of(model.precision()).with(new Parallel(2, 2, 2));
        return RequestPhases.of(model, request, counting.convention()).stream()
                .mapToDouble(phase -> Costs.of(phase, counting).flops())
                .sum();
    }

    /// One to three keys changed or taken away, here or in a part.
    @SuppressWarnings("unchecked")
    private static Map<String, Object> changed(Map<String, Object> config, Random chance) {
        Map<String, Object> odd = new LinkedHashMap<>(config);
        List<String> keys = new ArrayList<>(config.keySet());
        for (int i = chance.nextInt(3); i >= 0; i--) {
            String key = keys.get(chance.nextInt(keys.size()));
            Object value = odd.get(key);
            if (value instanceof Map<?, ?> part && !part.isEmpty() && chance.nextInt(5) > 0) {
                odd.put(key, changed((Map<String, Object>) part, chance));
            } else if (chance.nextInt(6) == 0) {
                odd.remove(key);
            } else {
                odd.put(key, ODD.get(chance.nextInt(ODD.size())));
            }
        }
        return odd;
    }

    private static List<Map<String, Object>> configs() throws IOException {
        List<Map<String, Object>> configs = new ArrayList<>();
        for (String name : List.of("families.txt", "seeing.txt", "strangers.txt")) {
            try (var in = HostileConfigTest.class.getResourceAsStream(name)) {
                byte[] bytes = Objects.requireNonNull(in).readAllBytes();
                new String(bytes, StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.substring(line.indexOf(' ') + 1))
                        .map(json -> json.getBytes(StandardCharsets.UTF_8))
                        .forEach(json -> configs.add(JsonTree.object(json, name)));
            }
        }
        return configs;
    }
}
