package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.expression.InterpolationParser;
import dev.llmprof.config.interpolation.Interpolator;
import dev.llmprof.config.interpolation.StandardResolvers;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Each recorded interpolation gives the recorded value, or fails as recorded.
class InterpolationCorpusTest {

    @TestFactory
    Stream<DynamicTest> everyInterpolationResolvesAsRecorded() throws IOException {
        JsonNode context =
                Corpus.JSON.readTree(
                        Corpus.ROOT.resolve("strings/interpolations.context.json").toFile());
        Map<String, String> environment = new HashMap<>();
        context.get("env")
                .properties()
                .forEach(e -> environment.put(e.getKey(), e.getValue().asText()));
        return Corpus.strings("interpolations.jsonl").stream()
                .map(c ->
                        DynamicTest.dynamicTest(
                                c.get("id") + " " + c.get("text"),
                                () -> check(c, context.get("config"), environment)));
    }

    private static void check(JsonNode c, JsonNode config, Map<String, String> environment) {
        JsonNode expect = c.get("expect");
        List<String> warnings = new ArrayList<>();
        if (!expect.has("error")) {
            assertEquals(
                    Corpus.canonical(expect.get("value")),
                    Corpus.canonical(read(c, config, environment, warnings)));
            return;
        }
        ConfigError error =
                assertThrows(ConfigError.class, () -> read(c, config, environment, warnings));
        assertEquals(
                expect.at("/error/kind").asText(), error.kind().name().toLowerCase(Locale.ROOT));
        for (String mention : Corpus.texts(expect.at("/error/must_mention"))) {
            if (error.kind() != Kind.INTERPOLATION_SYNTAX) {
                assertTrue(
                        error.problem().toString().contains(mention), error.problem().toString());
            }
        }
    }

    private static Node read(
            JsonNode c, JsonNode config, Map<String, String> environment, List<String> warnings) {
        String text = c.get("text").asText();
        Place place = Place.root(Corpus.node(config));
        List<String> path = List.of(c.get("at").asText().split("\\."));
        for (String part : path.subList(0, path.size() - 1)) {
            place = place.child(part, ((MapNode) place.node()).get(part).orElseThrow());
        }
        InterpolationParser.check(text, Origin.ENGINE);
        Node probe = Node.ofText(text, Origin.ENGINE);
        ((MapNode) place.node()).put(path.getLast(), probe);
        var interpolator = new Interpolator(StandardResolvers.of(environment, warnings::add));
        return interpolator.resolveAll(place.child(path.getLast(), probe));
    }
}
