package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.override.Element;
import dev.llmprof.config.override.Expansion;
import dev.llmprof.config.override.OverrideParser;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.override.Sweep;
import dev.llmprof.config.override.Value;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Each recorded override string is read, printed back and expanded as recorded.
class OverrideCorpusTest {

    @TestFactory
    Stream<DynamicTest> everyOverrideIsReadAsRecorded() {
        return Corpus.strings("overrides.jsonl").stream()
                .map(c ->
                        DynamicTest.dynamicTest(
                                c.get("id") + " " + c.get("input"), () -> check(c)));
    }

    private static void check(JsonNode c) {
        String input = c.get("input").asText();
        JsonNode expect = c.get("expect");
        if (expect.has("error")) {
            ConfigError error = assertThrows(ConfigError.class, () -> OverrideParser.parse(input));
            assertEquals(Kind.OVERRIDE_PARSE, error.kind());
            assertTrue(error.problem().toString().contains("'" + input + "'"));
            return;
        }
        ParsedOverride parsed = OverrideParser.parse(input);
        assertEquals(expect.get("type").asText(), parsed.type().name());
        assertEquals(expect.get("key").asText(), parsed.key());
        assertEquals(
                expect.get("package").isNull() ? "none" : expect.get("package").asText(),
                parsed.pack().orElse("none"));
        assertEquals(
                expect.get("value_type").asText(),
                parsed.value().map(OverrideCorpusTest::type).orElse("null"));
        assertEquals(
                Corpus.canonical(expect.get("value")),
                parsed.value().map(OverrideCorpusTest::value).orElse("null"));
        if (expect.has("canonical")) {
            assertEquals(
                    expect.get("canonical").asText(),
                    Element.print((Element) parsed.value().orElseThrow()));
        }
        if (expect.has("expanded")) {
            assertEquals(
                    Corpus.texts(expect.get("expanded")), Expansion.of(parsed, _ -> List.of()));
        }
        if (expect.has("expand_error")) {
            assertThrows(ConfigError.class, () -> Expansion.of(parsed, _ -> List.of()));
        }
    }

    private static String type(Value value) {
        return switch (value) {
            case Element _ -> "ELEMENT";
            case Sweep.Choice choice -> choice.simple() ? "SIMPLE_CHOICE_SWEEP" : "CHOICE_SWEEP";
            case Sweep.Range _ -> "RANGE_SWEEP";
            case Sweep.Interval _ -> "INTERVAL_SWEEP";
            case Sweep.Glob _ -> "GLOB_CHOICE_SWEEP";
        };
    }

    private static String value(Value value) {
        return switch (value) {
            case Element element -> Corpus.canonical(Element.toNode(element, Origin.ENGINE));
            case Sweep.Choice(var items, boolean simple, boolean shuffle, var tags) ->
                    sweep(
                            "choice",
                            "list",
                            "["
                                    + String.join(",", items.stream().map(i -> value(i)).toList())
                                    + "]",
                            "simple",
                            simple,
                            "shuffle",
                            shuffle,
                            "tags",
                            list(tags));
            case Sweep.Range(var start, var stop, var step, boolean shuffle, var tags) ->
                    sweep(
                            "range",
                            "start",
                            number(start),
                            "stop",
                            number(stop),
                            "step",
                            number(step),
                            "shuffle",
                            shuffle,
                            "tags",
                            list(tags));
            case Sweep.Interval(var start, var end, var tags) ->
                    sweep(
                            "interval",
                            "start",
                            number(start),
                            "end",
                            number(end),
                            "tags",
                            list(tags));
            case Sweep.Glob(var include, var exclude) ->
                    sweep("glob", "include", list(include), "exclude", list(exclude));
        };
    }

    private static String number(Node.Scalar value) {
        return Corpus.canonical((Node) value);
    }

    private static String list(Collection<String> texts) {
        return "[" + String.join(",", texts.stream().map(t -> "\"" + t + "\"").toList()) + "]";
    }

    private static String sweep(String kind, Object... fields) {
        var text = new StringBuilder("{\"$sweep\":\"" + kind + "\"");
        for (int i = 0; i < fields.length; i += 2) {
            text.append(",\"").append(fields[i]).append("\":").append(fields[i + 1]);
        }
        return text.append("}").toString();
    }
}
