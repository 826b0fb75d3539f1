package dev.llmprof.run.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TorchReportFilesTest {
    private static final String H100 =
            "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA H100\"}],";

    @TempDir private Path folder;
    private Path results;

    @BeforeEach
    void leaveResults() throws IOException {
        results =
                Files.writeString(
                        folder.resolve("results.json"), "{\"device\": \"cuda:0\", \"items\": []}");
    }

    @Test
    void theStageReadsNoEventOfTheTrace() throws IOException {
        List<Artifact> artifacts = write(H100 + "\"traceEvents\": [ no event at all");
        assertEquals(
                List.of("torch.assumptions", "torch.environment", "torch.inputs"),
                artifacts.stream().map(Artifact::kind).toList());
    }

    @Test
    void theGpuHasTheNameThatTheTraceGivesIt() throws IOException {
        write(H100 + "\"traceEvents\": []}");
        assertEquals("NVIDIA H100", gpu());
    }

    @Test
    void withoutAGpuInTheTraceTheWorkloadSaysWhereItRan() throws IOException {
        write("{\"deviceProperties\": [], \"traceEvents\": []}");
        assertEquals("cuda:0", gpu());
    }

    @Test
    void aTextWithoutEventsIsAProblem() {
        Problem.Found found = assertThrows(Problem.Found.class, () -> write("{\"a\": [1]}"));
        assertEquals("no trace events in it", found.problems().getFirst().what());
    }

    @Test
    void aBareArrayOfEventsNamesNoGpu() throws IOException {
        assertTrue(write("[]").stream().anyMatch(each -> each.kind().equals("torch.environment")));
        assertEquals("cuda:0", gpu());
    }

    private String gpu() throws IOException {
        return new JsonMapper().readTree(folder.resolve("env.json").toFile()).path("gpu").asText();
    }

    private List<Artifact> write(String trace) throws IOException {
        Path file = folder.resolve("trace.json.gz");
        try (var packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            packed.write(trace.getBytes(StandardCharsets.UTF_8));
        }
        var files =
                new TorchReportFiles(
                        new LinkedHashMap<String, Map<String, String>>(),
                        _ -> Optional.empty(),
                        InstantSource.fixed(Instant.EPOCH));
        return files.write(folder, List.of(file), Optional.of(results));
    }
}
