package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.yaml.Source;
import dev.llmprof.config.yaml.YamlReader;
import dev.llmprof.config.yaml.YamlWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Each recorded scalar is typed and written as recorded.
class YamlCorpusTest {

    @TestFactory
    Stream<DynamicTest> everyDocumentIsReadAsRecorded() {
        return Corpus.strings("yaml_in.jsonl").stream()
                .map(c -> DynamicTest.dynamicTest(c.get("id").asText(), () -> reads(c)));
    }

    @TestFactory
    Stream<DynamicTest> everyValueIsWrittenAsRecorded() {
        return Corpus.strings("yaml_out.jsonl").stream()
                .map(c ->
                        DynamicTest.dynamicTest(
                                c.get("id").asText(),
                                () ->
                                        assertEquals(
                                                c.at("/expect/yaml_out").asText(),
                                                YamlWriter.write(Corpus.node(c.get("value"))))));
    }

    private static void reads(JsonNode c) {
        Source source = new Source("case.yaml", c.get("yaml").asText());
        JsonNode expect = c.get("expect");
        if (expect.has("error")) {
            assertThrows(ConfigError.class, () -> YamlReader.read(source));
            return;
        }
        MapNode map = (MapNode) YamlReader.read(source);
        Node value = map.get("k").orElseThrow();
        assertEquals(Corpus.canonical(expect.get("value")), Corpus.canonical(value));
        assertEquals(expect.get("yaml_out").asText(), YamlWriter.write(map));
    }
}
