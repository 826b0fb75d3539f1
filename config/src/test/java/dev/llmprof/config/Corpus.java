package dev.llmprof.config;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.python.PythonNumbers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The recorded behaviour of the reference engine, as test input.
final class Corpus {
    static final Path ROOT = Path.of("src/test/resources/hydra").toAbsolutePath().normalize();
    static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS);

    private Corpus() {}

    static List<JsonNode> lines(Path file) {
        try {
            List<JsonNode> cases = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                cases.add(JSON.readTree(line));
            }
            return cases;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static List<JsonNode> strings(String name) {
        return lines(ROOT.resolve("strings").resolve(name));
    }

    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    /// One text for a value, the same for equal values of equal type and order.
    static String canonical(Node node) {
        return switch (node) {
            case MapNode map -> {
                List<String> entries = new ArrayList<>();
                map.entries()
                        .forEach(e -> entries.add(key(e.getKey()) + ":" + canonical(e.getValue())));
                yield "{" + String.join(",", entries) + "}";
            }
            case ListNode list ->
                    "["
                            + String.join(
                                    ",", list.items().stream().map(Corpus::canonical).toList())
                            + "]";
            case Node.Text(String text, _) -> quoted(text);
            case Node.Interpolation(String text, _) -> quoted(text);
            case Node.Missing _ -> quoted("???");
            case Node.Whole(BigInteger value, _) -> value.toString();
            case Node.Real(double value, _) -> "f" + PythonNumbers.repr(value);
            case Node.Truth(boolean value, _) -> String.valueOf(value);
            case Node.Nothing _ -> "null";
        };
    }

    private static String key(Object key) {
        return switch (key) {
            case String text -> quoted(text);
            case Double real -> "f" + PythonNumbers.repr(real);
            case Class<?> _ -> "null";
            default -> key.toString();
        };
    }

    static String canonical(JsonNode json) {
        if (json.isObject()) {
            if (json.has("$float")) {
                return "f" + json.get("$float").asText();
            }
            List<String> entries = new ArrayList<>();
            if (json.has("$map")) {
                json.get("$map")
                        .forEach(e -> entries.add(canonical(e.get(0)) + ":" + canonical(e.get(1))));
            } else {
                json.properties()
                        .forEach(e ->
                                entries.add(quoted(e.getKey()) + ":" + canonical(e.getValue())));
            }
            return "{" + String.join(",", entries) + "}";
        }
        if (json.isArray()) {
            List<String> items = new ArrayList<>();
            json.forEach(item -> items.add(canonical(item)));
            return "[" + String.join(",", items) + "]";
        }
        if (json.isTextual()) {
            return quoted(json.asText());
        }
        return json.isFloatingPointNumber()
                ? "f" + PythonNumbers.repr(json.asDouble())
                : json.asText().toLowerCase(Locale.ROOT);
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }

    /// A tree from a recorded value, with `???` and `${…}` as they would be stored.
    static Node node(JsonNode json) {
        return switch (json) {
            case JsonNode j when j.isObject() && j.has("$float") ->
                    new Node.Real(
                            PythonNumbers.parseFloat(j.get("$float").asText()).orElseThrow(),
                            Origin.ENGINE);
            case JsonNode j when j.isObject() -> {
                MapNode map = new MapNode(Origin.ENGINE);
                if (j.has("$map")) {
                    j.get("$map").forEach(e -> map.put(scalarKey(e.get(0)), node(e.get(1))));
                } else {
                    j.properties().forEach(e -> map.put(e.getKey(), node(e.getValue())));
                }
                yield map;
            }
            case JsonNode j when j.isArray() -> {
                ListNode list = new ListNode(Origin.ENGINE);
                j.forEach(item -> list.add(node(item)));
                yield list;
            }
            case JsonNode j when j.isTextual() -> Node.ofText(j.asText(), Origin.ENGINE);
            case JsonNode j when j.isFloatingPointNumber() ->
                    new Node.Real(j.asDouble(), Origin.ENGINE);
            case JsonNode j when j.isNumber() -> new Node.Whole(j.bigIntegerValue(), Origin.ENGINE);
            case JsonNode j when j.isBoolean() -> new Node.Truth(j.asBoolean(), Origin.ENGINE);
            default -> new Node.Nothing(Origin.ENGINE);
        };
    }

    private static Object scalarKey(JsonNode key) {
        return switch (node(key)) {
            case Node.Text(String text, _) -> text;
            case Node.Whole(BigInteger value, _) -> value;
            case Node.Real(double value, _) -> value;
            case Node.Truth(boolean value, _) -> value;
            default -> throw new IllegalArgumentException("no key: " + key);
        };
    }
}
