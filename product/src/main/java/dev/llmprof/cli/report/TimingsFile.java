package dev.llmprof.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.Timings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads what a workload measured by its own clock: its `results.json`.
final class TimingsFile {

    private TimingsFile() {}

    static Optional<Timings> read(Path file) throws IOException {
        List<Timings.Request> requests = new ArrayList<>();
        for (JsonNode item : new JsonMapper().readTree(file.toFile()).path("items")) {
            requests.add(
                    new Timings.Request(
                            item.path("image_path").asText(),
                            nanos(item, "prefill_ms"),
                            nanos(item, "vision_ms"),
                            nanos(item, "decode_ms"),
                            item.path("prefill_len").asLong(),
                            item.path("tokens").asLong()));
        }
        return requests.isEmpty() ? Optional.empty() : Optional.of(new Timings(requests));
    }

    private static long nanos(JsonNode item, String key) {
        return Math.round(item.path(key).asDouble() * 1e6);
    }
}
