package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.testing.kineto.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeveralCapturesTest {
    @TempDir Path directory;

    @Test
    void eightRanksFitOnAScreen() throws IOException {
        ranks(8);
        String shown = shown("--output", directory.resolve("out").toString());
        assertTrue(shown.startsWith("8 ranks · "), shown);
        assertTrue(shown.lines().count() <= 60, shown);
        assertEquals(1, shown.lines().filter(line -> line.startsWith("operators: ")).count());
    }

    @Test
    void everyReportHasTheRanks() throws IOException {
        ranks(2);
        Path reports = directory.resolve("out");
        shown("--output", reports.toString());
        for (String file : List.of("report.html", "report.md", "stakeholder_summary.md")) {
            String text = Files.readString(reports.resolve(file));
            assertTrue(text.contains("2 ranks · "), file);
        }
        String report = Files.readString(reports.resolve("report.md"));
        String section = report.substring(report.indexOf("\n## Ranks"));
        assertTrue(section.contains("| 0 | ") && section.contains("| 1 | "), section);
        JsonNode metrics = json(Files.readString(reports.resolve("metrics.json")));
        assertEquals(2, metrics.at("/ranks/rows").size());
        assertEquals(metrics.at("/ranks"), json(shown("--json")).at("/ranks"));
    }

    @Test
    void aReportOfOneTraceSaysNothingOfRanks() throws IOException {
        Programs.hostOnly().writtenTo(directory.resolve("one.json"));
        Path reports = directory.resolve("out");
        shown("--output", reports.toString());
        String report = Files.readString(reports.resolve("report.md"));
        assertFalse(report.contains("\n## Ranks"), report);
        assertFalse(report.contains("\n## Captures"), report);
    }

    @Test
    void repeatsOfOneRecordingAreAMeanWithItsSpread() throws IOException {
        decode("worker.1700000000001.pt.trace.json", 547);
        decode("worker.1700000000002.pt.trace.json", 751);
        decode("worker.1700000000003.pt.trace.json", 407);
        Path reports = directory.resolve("out");
        String shown = shown("--output", reports.toString());
        assertTrue(
                shown.contains(
                        "decode, a step on the host          3   568 ms   407 ms   751 ms   60.5"
                                + " %"),
                shown);
        String report = Files.readString(reports.resolve("report.md"));
        assertTrue(report.contains("568 ms | mean of 3 captures, 407 ms to 751 ms |"), report);
        JsonNode metrics = json(Files.readString(reports.resolve("metrics.json")));
        JsonNode step = metrics.at("/capture_repeats/2");
        assertEquals("decode, a step on the host", step.path("time").asText());
        assertEquals("worker.pt.trace.json", step.path("recording").asText());
        assertEquals(3, step.path("captures").asInt());
        assertEquals(1705e6 / 3, step.path("mean_ns").asDouble());
        assertEquals(407e6, step.path("min_ns").asDouble());
        assertEquals(751e6, step.path("max_ns").asDouble());
        assertEquals(metrics.at("/capture_repeats"), json(shown("--json")).at("/capture_repeats"));
    }

    @Test
    void capturesThatHaveNothingToDoWithEachOtherKeepTheirNames() throws IOException {
        decode("alone.json", 547);
        decode("other.json", 407);
        Path reports = directory.resolve("out");
        shown("--output", reports.toString());
        JsonNode metrics = json(Files.readString(reports.resolve("metrics.json")));
        assertEquals("alone.json", metrics.at("/captures/0/name").asText());
        assertEquals("other.json", metrics.at("/captures/1/name").asText());
        assertEquals(0, metrics.at("/capture_repeats").size());
        String report = Files.readString(reports.resolve("report.md"));
        assertTrue(report.contains("advice come from alone.json, one of 2 captures"), report);
    }

    private void ranks(int count) throws IOException {
        for (int rank = 0; rank < count; rank++) {
            Programs.tensorParallel(rank, count)
                    .writtenTo(directory.resolve("rank" + rank + ".json"));
        }
    }

    private void decode(String file, int millis) throws IOException {
        Files.writeString(
                directory.resolve(file),
                """
                {"traceEvents": [
                {"ph":"X","cat":"user_annotation","name":"decode","pid":1,"tid":1,"ts":0,"dur":%d000},
                {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":5}]}
                """
                        .formatted(millis));
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }

    private String shown(String... words) {
        var line = new ArrayList<>(List.of(directory.toString()));
        line.addAll(List.of(words));
        return AnalyzeOutput.of(line);
    }
}
