package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.pipeline.Artifact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stands behind a stage's time on the screen.
class StageFactsTest {
    @TempDir private Path folder = Path.of(".");

    @Test
    void aStaticAnalysisCountsItsOperatorsOnce() throws IOException {
        assertEquals(
                Optional.of("2 operators, 2 phases"),
                facts(
                        "static.result",
                        """
                        {"phases": [{"name": "prefill"}, {"name": "decode"}],
                         "operators": [{"phase": "prefill", "name": "q_proj"},
                          {"phase": "decode", "name": "q_proj"}, {"phase": "decode", "name": "mlp"}]}
                        """));
    }

    @Test
    void aWorkloadSaysWhatItServed() throws IOException {
        assertEquals(
                Optional.of("1 request, 1,032 tokens"),
                facts("workload.results", "{\"items\": [{\"tokens\": 1032}]}"));
        assertEquals(
                Optional.of("1 page, 1 token"),
                facts(
                        "workload.results",
                        "{\"items\": [{\"tokens\": 1}], \"images\": [{\"path\": \"a.png\"}]}"));
    }

    @Test
    void whatWasRecordedOfItIsSaid() throws IOException {
        assertEquals(
                Optional.of("1 request, 4 tokens; recorded: request 1 of 1, 4 steps"),
                facts(
                        "workload.results",
                        """
                        {"items": [{"tokens": 4}],
                         "notes": ["activity cuda was left out", "recorded: request 1 of 1, 4 steps"]}
                        """));
    }

    /// The line of one of them would be taken for the whole.
    @Test
    void severalTracesAreCountedAndWhereTheyDifferItIsSaid() throws IOException {
        assertEquals(
                Optional.of(
                        "2 traces; recorded: steps 2 to 60 of 60 (other processes: other parts)"),
                ofTwoTraces(
                        "\"recorded: steps 2 to 60 of 60\", \"recorded: steps 2 to 20 of 20\""));
        assertEquals(
                Optional.of("2 traces; recorded: steps 2 to 20 of 20"),
                ofTwoTraces("\"recorded: steps 2 to 20 of 20\""));
    }

    private Optional<String> ofTwoTraces(String notes) throws IOException {
        Path results = folder.resolve("results.json");
        Files.writeString(results, "{\"items\": [], \"notes\": [" + notes + "]}");
        return StageFacts.of(
                List.of(
                        new Artifact("torch.trace", folder.resolve("trace.0.json.gz")),
                        new Artifact("torch.trace", folder.resolve("trace.1.json.gz")),
                        new Artifact("workload.results", results)));
    }

    @Test
    void aBrokenFileSaysNothing() throws IOException {
        assertEquals(Optional.empty(), facts("workload.results", "{"));
        assertEquals(Optional.empty(), facts("torch.trace", "{}"));
    }

    private Optional<String> facts(String kind, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("some.json"), text);
        return StageFacts.of(List.of(new Artifact(kind, file)));
    }
}
