package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.override.Element;
import dev.llmprof.config.override.OverrideParser;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.override.Sweep;
import dev.llmprof.config.override.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Override strings that are made of recorded ones, where the grammar leaves no doubt what they
/// mean: values in lists, maps and sweeps, blanks around them, quotes, and keys before them.
class DerivedOverridesTest {
    private static final int STRINGS = 5_000;

    /// A value as it is typed, and what it was read as.
    private record Typed(String text, String value) {
        boolean isPlain() {
            return text.matches("[A-Za-z0-9_./:-]+");
        }
    }

    /// What stands before the equals sign, and how it was read.
    private record Key(String text, String read) {}

    private final Random chance = new Random(20261117);
    private final List<Typed> values = new ArrayList<>();
    private final List<Key> keys = new ArrayList<>();

    DerivedOverridesTest() {
        for (JsonNode recorded : Corpus.strings("overrides.jsonl")) {
            JsonNode expect = recorded.get("expect");
            if (expect.path("value_type").asText().equals("ELEMENT")) {
                add(recorded.get("input").asText(), expect);
            }
        }
    }

    private void add(String input, JsonNode expect) {
        int equals = input.indexOf('=');
        keys.add(new Key(input.substring(0, equals), expected(expect)));
        String text = input.substring(equals + 1);
        // A blank value is none inside a list, a backslash at the end escapes what follows, and a
        // colon takes the blanks behind it.
        boolean stands = !text.isBlank() && !text.endsWith("\\") && !text.endsWith(":");
        if (stands && text.equals(text.strip())) {
            values.add(new Typed(text, Corpus.canonical(expect.get("value"))));
        }
    }

    @Test
    void meansWhatItsPartsMean() {
        assertTrue(values.size() > 150, values.size() + " values");
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < STRINGS; i++) {
            Key key = one(keys);
            boolean sweeps = chance.nextInt(6) == 0 && !key.text.startsWith("~");
            Typed value = sweeps ? sweep() : chance.nextInt(4) == 0 ? alone() : nested(3);
            String input = key.text + "=" + value.text;
            String expected = key.read + " " + value.value;
            String read = read(input);
            if (!read.equals(expected)) {
                differences.add(
                        "%s%n  read     %s%n  expected %s".formatted(input, read, expected));
            }
        }
        assertEquals("", String.join("\n", differences));
    }

    /// Blanks around an unquoted value, or quotes around a plain one.
    private Typed alone() {
        Typed value = one(values);
        if (!value.isPlain()) {
            return value;
        }
        return switch (chance.nextInt(3)) {
            case 0 -> new Typed(" ".repeat(1 + chance.nextInt(2)) + value.text + " ", value.value);
            case 1 -> new Typed("'" + value.text + "'", "\"" + value.text + "\"");
            default -> new Typed("\"" + value.text + "\"", "\"" + value.text + "\"");
        };
    }

    private Typed nested(int depth) {
        if (depth == 0 || chance.nextInt(3) == 0) {
            return one(values);
        }
        List<Typed> parts = new ArrayList<>();
        int count = 1 + chance.nextInt(3);
        for (int i = 0; i < count; i++) {
            parts.add(nested(depth - 1));
        }
        return chance.nextBoolean() ? list(parts) : map(parts);
    }

    private Typed list(List<Typed> parts) {
        return new Typed(
                "[" + blank() + joined(parts.stream().map(Typed::text).toList()) + blank() + "]",
                "[" + parts.stream().map(Typed::value).collect(Collectors.joining(",")) + "]");
    }

    private Typed map(List<Typed> parts) {
        List<String> texts = new ArrayList<>();
        List<String> read = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            String name = "key" + i;
            texts.add(name + blank() + ":" + blank() + parts.get(i).text);
            read.add("\"" + name + "\":" + parts.get(i).value);
        }
        return new Typed(
                "{" + blank() + joined(texts) + blank() + "}", "{" + String.join(",", read) + "}");
    }

    private Typed sweep() {
        List<Typed> parts = new ArrayList<>();
        int count = 2 + chance.nextInt(3);
        for (int i = 0; i < count; i++) {
            parts.add(nested(1));
        }
        return new Typed(
                joined(parts.stream().map(Typed::text).toList()),
                "sweep ["
                        + parts.stream().map(Typed::value).collect(Collectors.joining(","))
                        + "]");
    }

    private String joined(List<String> texts) {
        StringBuilder all = new StringBuilder(texts.getFirst());
        texts.stream()
                .skip(1)
                .forEach(each -> all.append(blank()).append(',').append(blank()).append(each));
        return all.toString();
    }

    private String blank() {
        return " ".repeat(chance.nextInt(3) / 2);
    }

    private <T> T one(List<T> list) {
        return list.get(chance.nextInt(list.size()));
    }

    private static String expected(JsonNode expect) {
        JsonNode pack = expect.get("package");
        return expect.get("type").asText()
                + " "
                + expect.get("key").asText()
                + " "
                + (pack.isNull() ? "none" : pack.asText());
    }

    private static String read(String input) {
        try {
            ParsedOverride parsed = OverrideParser.parse(input);
            return parsed.type()
                    + " "
                    + parsed.key()
                    + " "
                    + parsed.pack().orElse("none")
                    + " "
                    + parsed.value().map(DerivedOverridesTest::value).orElse("nothing");
        } catch (ConfigError refused) {
            return "refused: " + refused.problem().what();
        }
    }

    static String value(Value value) {
        return switch (value) {
            case Element element -> Corpus.canonical(Element.toNode(element, Origin.ENGINE));
            case Sweep.Choice choice ->
                    "sweep "
                            + choice.items().stream()
                                    .map(DerivedOverridesTest::value)
                                    .collect(Collectors.joining(",", "[", "]"));
            case Sweep other -> other.toString();
        };
    }
}
