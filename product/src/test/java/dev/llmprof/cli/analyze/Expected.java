package dev.llmprof.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.study.json.TraceJson;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/// Compares an analysis with recorded values, all of them, and says where they differ.
final class Expected {
    /// What is not a value of the trace itself.
    private static final Set<String> ABOUT = Set.of("trace", "rule", "definitions", "peers");

    /// Recorded as the first rows of a table that we write whole.
    private static final Map<String, String> CUT =
            Map.of("kernels.top20", "kernels.rows", "key_averages.top30", "key_averages.table");

    private final List<String> differences = new ArrayList<>();
    private final boolean whole;

    private Expected(boolean whole) {
        this.whole = whole;
    }

    static JsonNode analysed(Path trace) throws IOException {
        try (InputStream file = Files.newInputStream(trace);
                InputStream in =
                        trace.toString().endsWith(".gz")
                                ? new GZIPInputStream(file, 1 << 16)
                                : file) {
            StringWriter text = new StringWriter();
            try (JsonOut out = new JsonOut(text)) {
                var analysis = Capture.of(NestedTrace.of(KinetoReader.read(trace.toString(), in)));
                out.object(() -> TraceJson.write(analysis, out));
            }
            return new ObjectMapper().readTree(text.toString());
        }
    }

    /// Recorded tables may be cut off; ours may be longer then.
    static List<String> differences(JsonNode expected, JsonNode actual) {
        return new Expected(false).compared(expected, actual);
    }

    /// Every row there is was expected.
    static List<String> differencesOfAll(JsonNode expected, JsonNode actual) {
        return new Expected(true).compared(expected, actual);
    }

    private List<String> compared(JsonNode expected, JsonNode actual) {
        compare("", expected, actual);
        return differences;
    }

    private void compare(String at, JsonNode expected, JsonNode actual) {
        if (expected.isObject()) {
            expected.properties().forEach(field -> compareField(at, field, actual));
        } else if (expected.isArray()) {
            compareRows(at, expected, actual);
        } else if (!expected.equals(actual) && !sameNumber(expected, actual)) {
            differences.add(at + ": expected " + expected + ", was " + actual);
        }
    }

    private void compareField(String at, Map.Entry<String, JsonNode> field, JsonNode actual) {
        String key = at.isEmpty() ? field.getKey() : at + "." + field.getKey();
        if (ABOUT.contains(key)) {
            return;
        }
        String ours = CUT.getOrDefault(key, key);
        compare(ours, field.getValue(), actual.path(ours.substring(ours.lastIndexOf('.') + 1)));
    }

    private void compareRows(String at, JsonNode expected, JsonNode actual) {
        if (actual.size() < expected.size() || (whole && actual.size() > expected.size())) {
            differences.add(at + ": expected " + expected.size() + " rows, was " + actual.size());
        }
        for (int row = 0; row < Math.min(expected.size(), actual.size()); row++) {
            compare(at + "[" + row + "]", expected.get(row), actual.get(row));
        }
    }

    private static boolean sameNumber(JsonNode expected, JsonNode actual) {
        return expected.isIntegralNumber()
                && actual.isIntegralNumber()
                && expected.longValue() == actual.longValue();
    }
}
