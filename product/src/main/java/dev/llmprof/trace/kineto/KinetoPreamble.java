package dev.llmprof.trace.kineto;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Device;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// What a trace says ahead of its events, which are not read.
public final class KinetoPreamble {
    private static final int BUFFER_BYTES = 1 << 13;

    private KinetoPreamble() {}

    /// The devices named ahead of the events of a gzip file; PyTorch names them first. A text
    /// without events is a problem found, a damaged one names none.
    public static List<Device> devices(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            return devices(in, file);
        }
    }

    private static List<Device> devices(InputStream in, Path file) throws IOException {
        KinetoHeader header = new KinetoHeader();
        try (JsonParser json = new JsonMapper().createParser(in)) {
            boolean object = json.nextToken() == JsonToken.START_OBJECT;
            boolean events = json.currentToken() == JsonToken.START_ARRAY;
            while (object && !events && json.nextToken() == JsonToken.FIELD_NAME) {
                String key = json.currentName();
                events = json.nextToken() == JsonToken.START_ARRAY && key.equals("traceEvents");
                if (key.equals("deviceProperties")) {
                    header.field(key, json.readValueAsTree().toString());
                } else if (!events) {
                    json.skipChildren();
                }
            }
            if (!events) {
                throw new Problem(
                                "no trace events in it",
                                file.toString(),
                                "give a PyTorch profiler trace")
                        .found();
            }
        } catch (JsonProcessingException | EOFException | ZipException damaged) {
            // The study reads what is whole of it, and says what is not.
            return header.devices();
        }
        return header.devices();
    }
}
