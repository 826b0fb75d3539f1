package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.app.PluginLists;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Request;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.DoneRun;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.report.paper.StaticComputeJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `analyze RUN`: what the run knows of its model counts, and nothing is written into it.
class AnalyzedRunTest {
    private static final Path TRACE =
            Path.of("src/test/resources/kineto-own/torch-cpu/llama_generate_shapes.json.gz");

    @TempDir private Path folder;
    private Path run;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void aRunWithItsModel() throws IOException {
        run = Files.createDirectory(folder.resolve("run"));
        Path torch = Files.createDirectory(run.resolve("torch_profiler"));
        Path trace = Files.copy(TRACE, torch.resolve("trace.json.gz"));
        Model model = ModelFiles.open("llama-3.1-8b");
        Path costs =
                Files.writeString(
                        Files.createDirectory(run.resolve("static_analysis"))
                                .resolve("static_compute.json"),
                        StaticComputeJson.of(
                                StaticAnalyses.of(
                                        model,
                                        new Request(1, 16, 8, Images.NONE),
                                        Counting.of(model.precision()),
                                        Optional.of(ShippedGpus.catalogue().named("l4")))));
        var done = new DoneRun(run, Instant.parse("2026-11-15T14:22:33Z"));
        done.written(
                List.of(
                        stage(done, "static_analysis", "static.result", costs),
                        stage(done, "torch_profiler", "torch.trace", trace)));
    }

    @Test
    void theBoundsOfTheRunsModelAreInTheAnswer() throws IOException {
        assertEquals(0, run(run.toString(), "--json"));
        JsonNode answer = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertEquals("L4", answer.at("/prediction/hardware").asText());
        assertTrue(answer.at("/prediction/parts").size() > 0, answer.toString());
    }

    @Test
    void aTraceOfItsOwnKnowsNoModel() throws IOException {
        assertEquals(0, run(run.resolve("torch_profiler/trace.json.gz").toString(), "--json"));
        JsonNode answer = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertTrue(answer.path("prediction").isMissingNode(), answer.toString());
    }

    @Test
    void theRunStaysAsItIs() throws IOException {
        String before = Files.readString(run.resolve("manifest.json"));
        Path report = folder.resolve("report");
        assertEquals(0, run(run.toString(), "-o", report.toString()));
        assertEquals(before, Files.readString(run.resolve("manifest.json")));
        assertFalse(Files.exists(run.resolve("torch_profiler/operators.md")));
        assertFalse(Files.exists(run.resolve("report.md")));
        assertTrue(Files.readString(report.resolve("report.md")).contains("llama-3.1-8b"));
    }

    private Manifest.StageEntry stage(DoneRun done, String name, String kind, Path file) {
        return done.stage(name, List.of(RunPaths.entry(run, new Artifact(kind, file))));
    }

    private int run(String... words) {
        return AnalyzeOutput.run(
                AnalyzeOutput.console(out, err), PluginLists.SHIPPED::study, words);
    }
}
