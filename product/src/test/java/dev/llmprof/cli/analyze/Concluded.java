package dev.llmprof.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// What `llmprof analyze` says of captures: on the terminal, on the page, to programs. Lines that
/// the terminal broke are whole again.
record Concluded(String terminal, String report, JsonNode metrics) {

    static Concluded of(Path folder, Path captures, String... words) throws IOException {
        Path out = folder.resolve("out");
        List<String> all = new ArrayList<>(List.of(captures.toString(), "-o", out.toString()));
        all.addAll(List.of(words));
        String terminal = AnalyzeOutput.of(all);
        return new Concluded(
                terminal.replaceAll("\n(?! )", " ").replaceAll("(?<=\\S)\\n +", " "),
                Files.readString(out.resolve("report.md")),
                new ObjectMapper().readTree(out.resolve("metrics.json").toFile()));
    }

    /// The capture that the page is about.
    JsonNode capture() {
        String subject = metrics.at("/subject/source").asText();
        return rows(metrics.path("captures"))
                .filter(capture ->
                        subject.isEmpty() || capture.path("source").asText().equals(subject))
                .findFirst()
                .orElseThrow();
    }

    Stream<JsonNode> kernels() {
        return rows(capture().path("kernels"));
    }

    List<String> advice() {
        return metrics.path("advice").findValuesAsText("kind");
    }

    /// As the page has it, of all GPU time.
    String operatorShare(String operator) {
        return report.lines()
                .filter(line -> line.startsWith("| `" + operator + "` |"))
                .map(line -> line.split("\\|", -1)[2].strip())
                .findFirst()
                .orElseThrow();
    }

    private static Stream<JsonNode> rows(JsonNode rows) {
        return StreamSupport.stream(rows.spliterator(), false);
    }
}
