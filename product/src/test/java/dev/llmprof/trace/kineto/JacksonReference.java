package dev.llmprof.trace.kineto;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import dev.llmprof.trace.Lane;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Reads a trace the slow way, with a JSON tree and big decimals, and prints each event that the
/// reader must keep.
final class JacksonReference {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();
    private static final Map<String, String> KINDS =
            Map.ofEntries(
                    Map.entry("kernel", "KERNEL"),
                    Map.entry("gpu_memcpy", "COPY"),
                    Map.entry("gpu_memset", "SET"),
                    Map.entry("Kernel", "KERNEL"),
                    Map.entry("Memcpy", "COPY"),
                    Map.entry("Memset", "SET"),
                    Map.entry("cpu_op", "OPERATOR"),
                    Map.entry("Operator", "OPERATOR"),
                    Map.entry("user_annotation", "RANGE"),
                    Map.entry("cuda_runtime", "RUNTIME_CALL"),
                    Map.entry("Runtime", "RUNTIME_CALL"),
                    Map.entry("cuda_driver", "DRIVER_CALL"),
                    Map.entry("python_function", "MODULE"));

    private JacksonReference() {}

    static JsonNode events(byte[] json) throws IOException {
        JsonNode root = MAPPER.readTree(json);
        return root.isArray() ? root : root.path("traceEvents");
    }

    static List<String> gpu(JsonNode events) {
        List<String> lines = new ArrayList<>();
        for (JsonNode event : events) {
            String kind = kind(event);
            if (kind.equals("KERNEL") || kind.equals("COPY") || kind.equals("SET")) {
                lines.add(common(event, kind) + " " + lane(event) + " " + bytes(event));
            }
        }
        return lines;
    }

    static List<String> host(JsonNode events) {
        List<String> lines = new ArrayList<>();
        for (JsonNode event : events) {
            String kind = kind(event);
            if (kind.equals("OPERATOR")
                    || kind.equals("RANGE")
                    || kind.endsWith("CALL")
                    || kind.equals("MODULE")) {
                lines.add(
                        common(event, kind)
                                + " "
                                + event.path("pid").asText()
                                + "/"
                                + event.path("tid").asText()
                                + " "
                                + arguments(event).path("kernel").asText(""));
            }
        }
        return lines;
    }

    static List<String> gpu(GpuTable table) {
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
            Lane lane = table.lane().get(row);
            lines.add(
                    words(
                            table.kindOf(row),
                            table.startNanos().get(row),
                            table.durationNanos().get(row),
                            table.name().get(row),
                            table.correlation().get(row),
                            table.externalId().get(row),
                            lane.device() + "/" + lane.stream(),
                            table.bytes().get(row)));
        }
        return lines;
    }

    static List<String> host(HostTable table) {
        return IntStream.range(0, table.size()).mapToObj(row -> host(table, row)).toList();
    }

    private static String host(HostTable table, int row) {
        HostThread thread = table.thread().get(row);
        String place = thread.process() + "/" + thread.thread();
        String ids = words(table.correlation().get(row), table.externalId().get(row), place);
        String when = words(table.startNanos().get(row), table.durationNanos().get(row));
        return words(table.kindOf(row), when, table.name().get(row), ids, table.kernel().get(row));
    }

    private static String words(Object... parts) {
        return Stream.of(parts).map(String::valueOf).collect(Collectors.joining(" "));
    }

    private static String kind(JsonNode event) {
        if (!event.path("ph").asText().equals("X")) {
            return "";
        }
        String kind = KINDS.getOrDefault(event.path("cat").asText(), "");
        String name = event.path("name").asText();
        if (kind.equals("MODULE") && !name.startsWith("nn.Module: ")) {
            return "";
        }
        boolean step =
                event.path("cat").asText().equals("Operator") && name.startsWith("ProfilerStep#");
        return step ? "RANGE" : kind;
    }

    /// What Python's stack says has no ids.
    private static JsonNode arguments(JsonNode event) {
        boolean python = event.path("cat").asText().equals("python_function");
        return python ? MAPPER.createObjectNode() : event.path("args");
    }

    private static String common(JsonNode event, String kind) {
        JsonNode args = arguments(event);
        JsonNode external =
                args.has("External id") ? args.path("External id") : args.path("external id");
        return words(
                kind,
                nanos(event.path("ts")),
                duration(event.has("dur") ? nanos(event.path("dur")) : 0),
                event.path("name").asText(),
                id(args.path("correlation")),
                id(external));
    }

    private static String lane(JsonNode event) {
        JsonNode args = event.path("args");
        return (args.has("device") ? args.path("device") : event.path("pid")).asText()
                + "/"
                + (args.has("stream") ? args.path("stream") : event.path("tid")).asText();
    }

    private static long bytes(JsonNode event) {
        JsonNode bytes = event.path("args").path("bytes");
        return bytes.isIntegralNumber() ? bytes.asLong() : 0;
    }

    private static long nanos(JsonNode micros) {
        return micros.decimalValue()
                .multiply(BigDecimal.valueOf(1000))
                .add(new BigDecimal("0.5"))
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
    }

    private static long id(JsonNode value) {
        return value.isIntegralNumber() && value.asLong() >= 0 ? value.asLong() : -1;
    }

    /// What is longer than 13 days is no duration.
    private static long duration(long nanos) {
        return nanos > 1L << 50 ? 0 : Math.max(0, nanos);
    }
}
