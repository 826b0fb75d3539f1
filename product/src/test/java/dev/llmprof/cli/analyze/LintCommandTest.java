package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.app.PluginLists;
import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LintCommandTest {
    private static final Path TRACE =
            Path.of("src/test/resources/kineto-own/edge/graph_launch.json");

    @TempDir private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void jsonHasARowForEachFinding() throws IOException {
        assertEquals(0, lint(TRACE.toString(), "--json"));
        JsonNode first = new ObjectMapper().readTree(out.toByteArray()).at("/findings/0");
        List<String> keys = new ArrayList<>();
        first.fieldNames().forEachRemaining(keys::add);
        assertEquals(List.of("id", "severity", "source", "what", "evidence", "cost", "fix"), keys);
        assertEquals("note", first.at("/severity").asText());
    }

    @Test
    void aCutTraceFailsOnlyWhereItIsStrict() throws IOException {
        byte[] whole = Files.readAllBytes(TRACE);
        Path cut = directory.resolve("cut.json");
        Files.write(cut, Arrays.copyOf(whole, whole.length - 100));
        assertEquals(0, lint(cut.toString()));
        assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("error  the file is not whole"));
        assertEquals(1, lint(cut.toString(), "--strict"));
        assertEquals(0, lint(TRACE.toString(), "--strict"));
    }

    @Test
    void whatCannotBeReadAtAllIsWrongInput() throws IOException {
        Path nothing = Files.writeString(directory.resolve("a.json"), "[1, 2");
        assertEquals(2, lint(nothing.toString(), "--strict"));
    }

    /// A rank that was killed leaves an empty file; the others are looked at all the same.
    @Test
    void oneOfSeveralThatCannotBeReadIsAnErrorAmongTheOthers() throws IOException {
        String empty = Files.createFile(directory.resolve("empty.json.gz")).toString();
        String missing = directory.resolve("missing.json").toString();

        assertEquals(0, lint(TRACE.toString(), empty, missing, "--json"));
        JsonNode found = new ObjectMapper().readTree(out.toByteArray()).at("/findings");
        assertEquals(
                List.of("the file is empty", "no such file"),
                List.of(found.at("/0/evidence").asText(), found.at("/1/evidence").asText()));
        assertEquals("note", found.at("/2/severity").asText());
        assertEquals(1, lint(TRACE.toString(), empty, "--strict"));
        assertEquals(2, lint(empty, missing));
    }

    /// Public captures are whole; only their settings may be poor.
    @Test
    void goodCapturesOfOthersHaveNoError() throws IOException {
        for (String folder :
                List.of(
                        "kineto/tracelens",
                        "kineto/hta",
                        "kineto/kineto-tb",
                        "compare",
                        "deepseek-ocr-rtx5090",
                        "nsight")) {
            for (Path found : SharedData.ifHere(folder).stream().toList()) {
                out.reset();
                lint(found.toString(), "--json");
                for (JsonNode each :
                        new ObjectMapper().readTree(out.toByteArray()).at("/findings")) {
                    assertTrue(!each.at("/severity").asText().equals("error"), each::toString);
                }
            }
        }
    }

    private int lint(String... words) {
        var console = AnalyzeOutput.console(out, OutputStream.nullOutputStream());
        var command = new CommandLine(new LintCommand(console, PluginLists.SHIPPED::study));
        command.setExecutionExceptionHandler((failed, _, _) -> {
            assertEquals(Problem.Found.class, failed.getClass());
            return 2;
        });
        return command.execute(words);
    }
}
