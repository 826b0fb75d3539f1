package dev.llmprof.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.GivenFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The single numbers of a `metrics.json`, by their path: `requests.ttft_ns.p50`. Rows are called
/// after their phase or kind.
final class JobMetrics {
    private static final Set<String> PHASE_COLUMNS = Set.of("mfu", "mbu", "measured_ns");
    private static final Set<String> STEP_COLUMNS =
            Set.of("period_median_ns", "gpu_busy_median_ns", "gpu_span_median_ns", "steps");

    private final SortedMap<String, Double> found = new TreeMap<>();

    private JobMetrics() {}

    /// Of a run directory; none where it has no such file.
    static SortedMap<String, Double> in(Path run) {
        Path file = run.resolve("metrics.json");
        return Files.isRegularFile(file)
                ? of(GivenFile.json(file, "llmprof report " + run))
                : new TreeMap<>();
    }

    static SortedMap<String, Double> of(JsonNode root) {
        var metrics = new JobMetrics();
        metrics.flat("timings", root.path("timings"));
        metrics.flat("requests", root.path("requests"));
        metrics.rows(root.path("utilisation"), "phase", PHASE_COLUMNS, "");
        metrics.capture(subject(root));
        return metrics.found;
    }

    /// What the report is about; the first where it says nothing.
    private static JsonNode subject(JsonNode root) {
        String source = root.path("subject").path("source").asText();
        for (JsonNode capture : root.path("captures")) {
            if (capture.path("source").asText().equals(source)) {
                return capture;
            }
        }
        return root.path("captures").path(0);
    }

    private void capture(JsonNode capture) {
        capture.properties()
                .forEach(field -> {
                    boolean size = Set.of("bytes", "events").contains(field.getKey());
                    if (field.getValue().isNumber() && !size) {
                        put("capture." + field.getKey(), field.getValue());
                    }
                });
        flat("capture.gpu", capture.path("gpu"));
        rows(capture.path("step_summary"), "kind", STEP_COLUMNS, "capture.");
    }

    private void rows(JsonNode rows, String by, Set<String> columns, String before) {
        for (JsonNode row : rows) {
            for (String column : columns) {
                put(before + row.path(by).asText() + "." + column, row.path(column));
            }
        }
    }

    private void flat(String path, JsonNode node) {
        node.properties()
                .forEach(field -> {
                    String name = path + "." + field.getKey();
                    if (field.getValue().isObject()) {
                        flat(name, field.getValue());
                    } else {
                        put(name, field.getValue());
                    }
                });
    }

    private void put(String name, JsonNode value) {
        if (value.isNumber() && Double.isFinite(value.doubleValue())) {
            found.put(name, value.doubleValue());
        }
    }
}
