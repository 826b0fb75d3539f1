package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `llmprof gate` on tables of values, from its words to its exit code.
class GateTest {
    private static final double[] BEFORE = {100.0, 101.0, 99.5, 100.5, 100.2};
    private static final double[] AFTER = {104.8, 105.9, 104.1, 105.2, 105.6};

    @TempDir private Path folder;

    @Test
    void aRegressionIsExitCodeFour() throws IOException {
        TypedWords gate = TypedWords.of("gate", values("a", BEFORE), values("b", AFTER));
        assertEquals(4, gate.exitCode());
        assertEquals(
                """
                regression: decode.step_time +4.85 %
                metric              change   interval (confidence)       can detect   verdict
                decode.step_time   +4.85 %   [+3.89, +5.73] % (96.8 %)        1.3 %   regression
                facts: none, a table of values has none
                """,
                gate.said());
    }

    @Test
    void anImprovementIsExitCodeNought() throws IOException {
        assertEquals(0, exit(values("a", AFTER), values("b", BEFORE)));
    }

    @Test
    void anInconclusiveAnswerIsFiveUnlessItPasses() throws IOException {
        String a = values("a", 100, 103, 98);
        String b = values("b", 102, 106, 101);
        assertEquals(5, exit(a, b));
        assertEquals(5, exit(a, b, "--inconclusive", "fail"));
        assertEquals(0, exit(a, b, "--inconclusive", "pass"));
    }

    @Test
    void oneRunASideIsInconclusiveSinceTheNoiseIsUnknown() throws IOException {
        TypedWords gate = TypedWords.of("gate", values("a", 100), values("b", 150));
        assertEquals(5, gate.exitCode());
        assertTrue(gate.said().contains("run-to-run noise unknown"), gate.said());
    }

    @Test
    void aLargerMarginLetsMorePass() throws IOException {
        assertEquals(0, exit(values("a", BEFORE), values("b", AFTER), "--margin", "10%"));
        assertEquals(4, exit(values("a", BEFORE), values("b", AFTER), "--margin", "0.04"));
    }

    @Test
    void timesInOtherUnitsAreTheSameTimes() throws IOException {
        Path seconds = folder.resolve("seconds.csv");
        Files.writeString(
                seconds,
                Files.readString(Path.of(values("a", 0.1, 0.101, 0.0995, 0.1005, 0.1002)))
                        .replace(",ms,", ",s,"));
        TypedWords gate = TypedWords.of("gate", seconds.toString(), values("b", AFTER));
        assertTrue(gate.said().contains("+4.85 %   [+3.89, +5.73] %"), gate.said());
    }

    @Test
    void aTimeIsNoRate() throws IOException {
        Path tokens = folder.resolve("tokens.csv");
        Files.writeString(
                tokens, Files.readString(Path.of(values("a", AFTER))).replace(",ms,", ",tokens,"));
        assertEquals(2, exit(values("b", BEFORE), tokens.toString()));
    }

    @Test
    void aFarRunIsNamed() throws IOException {
        TypedWords gate =
                TypedWords.of(
                        "gate",
                        values("a", 100.0, 100.2, 100.4, 100.6, 100.8, 101.0, 90.0),
                        values("b", 105.9, 106.1, 106.31, 106.51, 106.72, 106.92, 106.41));
        assertTrue(
                gate.said()
                        .endsWith("run 7 of A is far from the others: decode.step_time 90.0 ms\n"),
                gate.said());
    }

    @Test
    void theFloorIsAKey() throws IOException {
        assertEquals(0, exit(values("a", BEFORE), values("b", AFTER), "gate.floor=10ms"));
    }

    @Test
    void jsonFollowsItsSchema() throws IOException {
        TypedWords gate = TypedWords.of("gate", values("a", BEFORE), values("b", AFTER), "--json");
        JsonNode json = new JsonMapper().readTree(gate.said());
        CompareSchema.assertFollowedBy(json);
        JsonNode metric = json.get("metrics").get(0);
        assertEquals(4, json.get("exit").asInt());
        assertEquals(0.048515, metric.get("estimate").asDouble(), 5e-7);
        assertEquals(0.038922, metric.get("low").asDouble(), 5e-7);
        assertEquals(0.057286, metric.get("high").asDouble(), 5e-7);
    }

    @Test
    void junitHasACaseForEachMetric() throws IOException {
        Path file = folder.resolve("out/gate.xml");
        exit(values("a", BEFORE), values("b", AFTER), "--junit", file.toString());
        assertEquals(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="llmprof gate" tests="1" failures="1" errors="0" skipped="0">
                  <testcase classname="llmprof.gate" name="decode.step_time"><failure message="regression; +4.85 % [+3.89, +5.73] %"/></testcase>
                </testsuite>
                """,
                Files.readString(file));
    }

    @Test
    void anInconclusiveCaseThatPassesIsSkipped() throws IOException {
        Path file = folder.resolve("gate.xml");
        exit(values("a", 100), values("b", 104), "--junit", file.toString(), "--inconclusive=pass");
        assertTrue(Files.readString(file).contains("<skipped message="));
    }

    @Test
    void theCommentBeginsWithAMark() throws IOException {
        Path file = folder.resolve("comment.md");
        exit(values("a", BEFORE), values("b", AFTER), "--comment", file.toString());
        String comment = Files.readString(file);
        assertTrue(comment.startsWith("<!-- llmprof compare -->\n# llmprof: regression\n"));
        assertTrue(comment.lines().count() <= 60);
    }

    @Test
    void mistakesAreExitCodeTwo() throws IOException {
        String a = values("a", BEFORE);
        assertEquals(2, exit(a));
        assertEquals(2, exit(a, folder.resolve("nowhere").toString()));
        assertEquals(2, exit(a, a, "--margin", "a lot"));
        assertEquals(2, exit(a, a, "--metric", "decode.step_tim"));
        assertEquals(2, exit(a, a, "--allow", "everything"));
        assertEquals(2, exit(a, a, "gate.flor=1us"));
        assertEquals(2, exit("baseline:none", a));
    }

    private static int exit(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "gate";
        System.arraycopy(words, 0, all, 1, words.length);
        return TypedWords.of(all).exitCode();
    }

    private String values(String name, double... values) throws IOException {
        return values(folder.resolve(name + ".csv"), values);
    }

    static String values(Path file, double... values) throws IOException {
        var text = new StringBuilder("metric,unit,better,run,value\n");
        for (int i = 0; i < values.length; i++) {
            text.append("decode.step_time,ms,lower,").append(i + 1).append(',').append(values[i]);
            text.append('\n');
        }
        return Files.writeString(file, text).toString();
    }
}
