package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.app.PluginLists;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.DoneRun;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.ArtifactEntry;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunStudyTest {
    private static final Path TRACES = Path.of("src/test/resources/kineto-own/torch-cpu");
    private static final Instant START = Instant.parse("2026-11-15T14:22:33Z");

    @TempDir private Path run;
    private Path folder;
    private final ReadingsListener listener = new ReadingsListener();

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(run.resolve("torch_profiler"));
    }

    @Test
    void eachTraceIsReadOnce() throws IOException {
        study(leaveRun("", "trace.0.json.gz", "trace.1.json.gz"));
        assertEquals(
                List.of(
                        folder.resolve("trace.0.json.gz").toString(),
                        folder.resolve("trace.1.json.gz").toString()),
                listener.readings);
    }

    @Test
    void theTablesBesideTheTraceAreListedAheadOfTheAssumptions() throws IOException {
        study(leaveRun("", "trace.json.gz"));
        assertEquals(
                List.of("torch.trace", "torch.operators", "torch.kernels", "torch.assumptions"),
                artifacts().stream().map(ArtifactEntry::kind).toList());
        ArtifactEntry operators = artifacts().get(1);
        assertEquals("torch_profiler/operators.md", operators.path());
        assertEquals(Files.size(folder.resolve("operators.md")), operators.bytes());
        assertTrue(
                Files.readString(folder.resolve("operators.md"))
                        .startsWith("# Operator Summary (Top-K)\n"));
        assertTrue(
                Files.readString(folder.resolve("kernels.md"))
                        .startsWith("# Kernel Summary (Top-K)\n"));
    }

    @Test
    void theReportListsThemLikeAnyOtherFileOfTheRun() throws IOException {
        study(leaveRun("", "trace.json.gz"));
        assertTrue(
                Files.readString(run.resolve("report.md")).contains("torch_profiler/operators.md"));
    }

    @Test
    void studiedAgainManifestAndTablesKeepTheirBytes() throws IOException {
        study(leaveRun("", "trace.json.gz"));
        String manifest = Files.readString(run.resolve("manifest.json"));
        String operators = Files.readString(folder.resolve("operators.md"));
        String report = Files.readString(run.resolve("report.md"));
        study(ManifestFile.read(run));
        assertEquals(manifest, Files.readString(run.resolve("manifest.json")));
        assertEquals(operators, Files.readString(folder.resolve("operators.md")));
        assertEquals(report, Files.readString(run.resolve("report.md")));
    }

    @Test
    void operatorsHaveARowForEachShapeWhereThatWasAssumed() throws IOException {
        study(leaveRun("- group_by_input_shape: true\n", "trace.json.gz"));
        assertTrue(Files.readString(folder.resolve("operators.md")).contains("input_shapes"));
    }

    @Test
    void aTraceThatCannotBeReadLeavesTheManifestAlone() throws IOException {
        Manifest manifest = leaveRun("", "trace.json.gz");
        Files.write(folder.resolve("trace.json.gz"), List.of("{\"traceEvents\": 3}"));
        String before = Files.readString(run.resolve("manifest.json"));
        StudyResult result = study(manifest);
        assertEquals("no trace events in it", result.captures().problems().getFirst().what());
        assertEquals(before, Files.readString(run.resolve("manifest.json")));
        assertFalse(Files.exists(folder.resolve("operators.md")));
    }

    @Test
    void theCaptureOfEachLabelIsInTheReportByItsLabel() throws IOException {
        Path nsys = Files.createDirectories(run.resolve("nsys/per-stage/A_B-966b7ec7"));
        Path other = Files.createDirectories(run.resolve("nsys/all-stage"));
        List<Artifact> artifacts = new ArrayList<>();
        artifacts.add(new Artifact("nsys.stage.sqlite", exported(nsys, 1)));
        artifacts.add(new Artifact("nsys.sqlite", exported(other, 2)));
        Path index =
                Files.writeString(
                        run.resolve("nsys/captures.json"),
                        """
                        [{"label": "A::B", "directory": "per-stage/A_B-966b7ec7"},
                         {"label": null, "directory": "all-stage"}]
                        """);
        artifacts.add(new Artifact("nsys.captures", index));
        study(manifest("nsys", artifacts));
        JsonNode captures =
                new ObjectMapper()
                        .readTree(Files.readString(run.resolve("metrics.json")))
                        .path("captures");
        assertEquals(
                List.of("all-stage/run.sqlite", "A::B"),
                List.of(captures.at("/0/name").asText(), captures.at("/1/name").asText()));
        assertTrue(Files.readString(run.resolve("report.md")).contains("| `A::B` | nsys |"));
    }

    private static Path exported(Path folder, long seed) {
        return NsysExport.write(
                NsysRuns.generated(seed, 2), NsysSchema.V3_25, folder.resolve("run.sqlite"));
    }

    private StudyResult study(Manifest manifest) throws IOException {
        return Study.of(
                RunStudy.request(run, manifest, PluginLists.SHIPPED.study(), _ -> {}), listener);
    }

    private List<ArtifactEntry> artifacts() {
        return ManifestFile.read(run).stages().getFirst().artifacts();
    }

    private Manifest leaveRun(String assumptions, String... traces) throws IOException {
        List<Artifact> artifacts = new ArrayList<>();
        for (String name : traces) {
            Path trace = folder.resolve(name);
            Files.copy(TRACES.resolve("llama_generate_shapes.json.gz"), trace);
            artifacts.add(new Artifact("torch.trace", trace));
        }
        Path assumed = Files.writeString(folder.resolve("assumptions.md"), assumptions);
        artifacts.add(new Artifact("torch.assumptions", assumed));
        return manifest("torch_profiler", artifacts);
    }

    private Manifest manifest(String name, List<Artifact> artifacts) {
        var done = new DoneRun(run, START);
        return done.written(
                List.of(
                        done.stage(
                                name,
                                artifacts.stream()
                                        .map(each -> RunPaths.entry(run, each))
                                        .toList())));
    }
}
