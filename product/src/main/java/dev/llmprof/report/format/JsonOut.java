package dev.llmprof.report.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Map;
import java.util.Optional;

/// Writes JSON piece by piece, without the checked exceptions of the generator below.
public final class JsonOut implements AutoCloseable {
    /// What stands inside braces or brackets.
    public interface Body {
        void write() throws IOException;
    }

    private final JsonGenerator json;

    public JsonOut(Writer out) {
        try {
            json = new JsonFactory().createGenerator(out);
            var indenter = new DefaultIndenter("  ", "\n");
            json.setPrettyPrinter(
                    new DefaultPrettyPrinter()
                            .withObjectIndenter(indenter)
                            .withArrayIndenter(indenter));
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public void object(Body body) {
        run(() -> {
            json.writeStartObject();
            body.write();
            json.writeEndObject();
        });
    }

    public void object(String key, Body body) {
        run(() -> json.writeFieldName(key));
        object(body);
    }

    public void array(String key, Body body) {
        run(() -> {
            json.writeArrayFieldStart(key);
            body.write();
            json.writeEndArray();
        });
    }

    public <T> void rows(String key, Iterable<T> rows, java.util.function.Consumer<T> row) {
        array(key, () -> rows.forEach(each -> object(() -> row.accept(each))));
    }

    public void put(String key, long value) {
        run(() -> json.writeNumberField(key, value));
    }

    public void put(String key, double value) {
        run(() -> json.writeNumberField(key, value));
    }

    public void put(String key, boolean value) {
        run(() -> json.writeBooleanField(key, value));
    }

    public void put(String key, String value) {
        run(() -> json.writeStringField(key, Secrets.hide(value)));
    }

    /// Numbers and truth values as such, an absent one as null, all else as text.
    public void putCell(String key, Optional<Object> cell) {
        run(() -> {
            json.writeFieldName(key);
            switch (cell.orElse("")) {
                case Boolean truth -> json.writeBoolean(truth);
                case Double number when !Double.isFinite(number) ->
                        json.writeString(number.toString());
                case Float number when !Float.isFinite(number) ->
                        json.writeString(number.toString());
                case Number number -> json.writeNumber(number.toString());
                case Object text when cell.isPresent() ->
                        json.writeString(Secrets.hide(text.toString()));
                default -> json.writeNull();
            }
        });
    }

    public void counts(String key, Map<String, Long> counts) {
        object(key, () -> counts.forEach(this::put));
    }

    public void texts(String key, Iterable<String> texts) {
        array(key, () -> texts.forEach(text -> run(() -> json.writeString(Secrets.hide(text)))));
    }

    public void lists(String key, Iterable<? extends Iterable<String>> lists) {
        array(
                key,
                () -> {
                    for (Iterable<String> list : lists) {
                        json.writeStartArray();
                        for (String text : list) {
                            json.writeString(text);
                        }
                        json.writeEndArray();
                    }
                });
    }

    public void numbers(String key, long... numbers) {
        array(
                key,
                () -> {
                    for (long number : numbers) {
                        json.writeNumber(number);
                    }
                });
    }

    @Override
    public void close() {
        run(json::close);
    }

    private static void run(Body body) {
        try {
            body.write();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
