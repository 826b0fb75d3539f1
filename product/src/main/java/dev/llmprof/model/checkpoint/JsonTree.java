package dev.llmprof.model.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Small JSON files as maps, lists, texts, numbers and booleans. A key given twice is an error, and
/// so is nesting no model description has.
public final class JsonTree {
    private static final int MOST_NESTING = 32;
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    // Python writes Infinity, as in the time_step_limit of every Mamba 2.
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(MOST_NESTING)
                                    .maxNumberLength(400)
                                    .build())
                    .build();

    private JsonTree() {}

    /// What stands for a null: a config that says null wants no default.
    public static final Optional<Object> NULL = Optional.empty();

    /// The object in `bytes`. Nulls in objects are [#NULL], nulls in lists are left out.
    public static Map<String, Object> object(byte[] bytes, String at) {
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw problem("it is not a JSON object", at).found();
            }
            Map<String, Object> object = object(parser);
            if (parser.nextToken() != null) {
                throw problem("something follows its closing brace", at).found();
            }
            return object;
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw problem(e.getOriginalMessage(), line > 0 ? at + ":" + line : at).found();
        } catch (IOException e) {
            throw problem(String.valueOf(e.getMessage()), at).found();
        }
    }

    /// The object under a key, empty where there is none.
    @SuppressWarnings("unchecked")
    public static Map<String, Object> inner(Map<String, Object> object, String key) {
        return object.get(key) instanceof Map<?, ?> inner ? (Map<String, Object>) inner : Map.of();
    }

    private static Problem problem(String what, String at) {
        return new Problem(
                "this JSON cannot be read: " + what, at, "correct it, or download it again");
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            Object value = value(parser);
            object.put(name, value == null ? NULL : value);
        }
        return object;
    }

    private static List<Object> list(JsonParser parser) throws IOException {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Object value = value(parser);
            if (value != null) {
                list.add(value);
            }
        }
        return list;
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> whole(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static Object whole(BigInteger number) {
        return number.bitLength() < Long.SIZE ? (Object) number.longValue() : (Object) number;
    }
}
