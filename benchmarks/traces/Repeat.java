import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/// Makes a big trace of a small one: `Repeat IN.json.gz EVENTS OUT.json` repeats its events, each time later and with
/// ids of its own, until there are as many as asked for.
public final class Repeat {
    private static final Set<String> IDS =
            Set.of("correlation", "External id", "Ev Idx", "Python id", "Python parent id", "Record function id");
    private static final Set<String> PHASES = Set.of("X", "i", "s", "f", "t");
    private static final long IDS_APART = 10_000_000;

    private Repeat() {}

    public static void main(String[] words) throws IOException {
        ObjectMapper mapper = new ObjectMapper().enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        mapper.configure(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, true);
        ObjectNode trace;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(Path.of(words[0])))) {
            trace = (ObjectNode) mapper.readTree(in);
        }
        JsonNode events = trace.remove("traceEvents");
        long wanted = Long.parseLong(words[1]);
        BigDecimal span = span(events);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(words[2])), 1 << 20)) {
            String head = mapper.writeValueAsString(trace);
            out.write((head.substring(0, head.length() - 1) + ",\"traceEvents\":[\n").getBytes(StandardCharsets.UTF_8));
            long written = 0;
            for (long round = 0; written < wanted; round++) {
                for (JsonNode event : events) {
                    if (round > 0 && !PHASES.contains(event.path("ph").asText())) {
                        continue;
                    }
                    out.write(written++ == 0 ? ' ' : ',');
                    out.write(mapper.writeValueAsBytes(later(event.deepCopy(), round, span)));
                    out.write('\n');
                }
            }
            out.write("]}\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private static ObjectNode later(ObjectNode event, long round, BigDecimal span) {
        if (event.has("ts")) {
            event.put("ts", event.path("ts").decimalValue().add(span.multiply(BigDecimal.valueOf(round))));
        }
        if (event.path("args") instanceof ObjectNode arguments) {
            for (String id : IDS) {
                if (arguments.path(id).canConvertToLong() && arguments.path(id).asLong() > 0) {
                    arguments.put(id, arguments.path(id).asLong() + round * IDS_APART);
                }
            }
        }
        return event;
    }

    private static BigDecimal span(JsonNode events) {
        BigDecimal first = null;
        BigDecimal last = BigDecimal.ZERO;
        for (JsonNode event : events) {
            if (event.path("ph").asText().equals("X") && event.path("ts").decimalValue().signum() > 0) {
                BigDecimal start = event.path("ts").decimalValue();
                BigDecimal end = start.add(event.path("dur").decimalValue());
                first = first == null ? start : first.min(start);
                last = last.max(end);
            }
        }
        return first == null ? BigDecimal.ONE : last.subtract(first).add(BigDecimal.valueOf(100));
    }
}
