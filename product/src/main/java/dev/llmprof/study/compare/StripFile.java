package dev.llmprof.study.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.llmprof.compare.tree.TimeStrip;
import dev.llmprof.problem.Problem;
import dev.llmprof.secret.Secrets;
import dev.llmprof.table.LongColumn;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// A time strip as a file: a JSON object of columns, packed. The same strip gives the same bytes,
/// so that a repository sees no change where there is none.
final class StripFile {
    private static final int BUFFER_BYTES = 1 << 16;

    /// No capture that fits into memory has more.
    private static final int MOST_ROWS = 50_000_000;

    private StripFile() {}

    static void write(Path file, TimeStrip strip) throws IOException {
        StripColumns columns = StripColumns.of(strip);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
                JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.writeStartObject();
            for (Map.Entry<String, List<String>> column : columns.texts().entrySet()) {
                json.writeArrayFieldStart(column.getKey());
                for (String text : column.getValue()) {
                    json.writeString(Secrets.hide(text));
                }
                json.writeEndArray();
            }
            for (Map.Entry<String, LongColumn> column : columns.numbers().entrySet()) {
                json.writeArrayFieldStart(column.getKey());
                for (int row = 0; row < column.getValue().size(); row++) {
                    json.writeNumber(column.getValue().get(row));
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        }
    }

    /// `fix` is what to do about a file that is damaged.
    static TimeStrip read(Path file, String fix) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), BUFFER_BYTES);
                JsonParser json = new JsonFactory().createParser(in)) {
            StripColumns columns = columns(json);
            // The checksum stands behind the last byte.
            expect(json.nextToken() == null, "something follows");
            return columns.strip();
        } catch (IOException | IllegalArgumentException damaged) {
            throw new Problem(
                            "the tree of this baseline cannot be read: "
                                    + String.valueOf(damaged.getMessage())
                                            .lines()
                                            .findFirst()
                                            .orElse(""),
                            file.toString(),
                            fix)
                    .found();
        }
    }

    private static StripColumns columns(JsonParser json) throws IOException {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        Map<String, LongColumn> numbers = new LinkedHashMap<>();
        expect(json.nextToken() == JsonToken.START_OBJECT, "no object");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            expect(json.nextToken() == JsonToken.START_ARRAY, name + " is not a list");
            if (json.nextToken() == JsonToken.VALUE_STRING) {
                texts.put(name, texts(json));
            } else {
                LongColumn column = numbers(json);
                numbers.put(name, column);
                // Nobody knows what an empty list is of.
                if (column.size() == 0) {
                    texts.put(name, List.of());
                }
            }
        }
        expect(json.currentToken() == JsonToken.END_OBJECT, "cut off");
        return new StripColumns(texts, numbers);
    }

    private static List<String> texts(JsonParser json) throws IOException {
        List<String> texts = new ArrayList<>();
        for (JsonToken at = json.currentToken(); at != JsonToken.END_ARRAY; at = json.nextToken()) {
            expect(at == JsonToken.VALUE_STRING && texts.size() < MOST_ROWS, "no list of texts");
            texts.add(json.getText());
        }
        return texts;
    }

    private static LongColumn numbers(JsonParser json) throws IOException {
        var column = new LongColumn.Builder();
        int rows = 0;
        for (JsonToken at = json.currentToken(); at != JsonToken.END_ARRAY; at = json.nextToken()) {
            expect(at == JsonToken.VALUE_NUMBER_INT && rows++ < MOST_ROWS, "no list of numbers");
            column.add(json.getLongValue());
        }
        return column.build();
    }

    private static void expect(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
