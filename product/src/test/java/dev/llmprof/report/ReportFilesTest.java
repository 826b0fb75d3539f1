package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.phase.WorkTree;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.app.Wiring;
import dev.llmprof.report.metrics.MetricsJson;
import dev.llmprof.report.page.PageFiles;
import dev.llmprof.testing.Golden;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

public class ReportFilesTest {
    private static final Path OWN = Path.of("src/test/resources/kineto-own");

    @TempDir static Path folder;

    /// With the GPU time that each has.
    static Stream<Arguments> gpuTraces() throws IOException {
        Recording llama = Programs.eagerLlama(Dialect.CUDA);
        return Stream.concat(
                Stream.of(
                        Arguments.of(
                                llama.writtenTo(folder.resolve("llama.json.gz")),
                                llama.gpuNanos())),
                SharedData.ifHere(Example.QWEN).stream()
                        .map(trace -> Arguments.of(trace, 45_647_300L)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("gpuTraces")
    void levelsOfATraceAddUpToTheNanosecond(Path trace, long gpuNanos) throws IOException {
        var capture = Example.capture(trace);
        assertTrue(capture.conservation().holds());
        assertEquals(gpuNanos, capture.tree().nanos());
        assertEquals(
                capture.gpu().attribution().unattributedNanos(),
                capture.tree().children().stream()
                        .flatMap(phase -> phase.children().stream())
                        .filter(operator -> operator.name().equals("no operator known"))
                        .mapToLong(WorkTree::nanos)
                        .sum());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("gpuTraces")
    void everyFileIsThere(Path trace) throws IOException {
        assertEquals(
                Set.of(
                        "report.html",
                        "report.md",
                        "kernels.md",
                        "operators.md",
                        "stakeholder_summary.md",
                        "metrics.json"),
                ReportFiles.of(Example.findings(trace), Wiring.sections(), PageFiles.NONE)
                        .keySet());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("gpuTraces")
    void sameFindingsSameBytes(Path trace) throws IOException {
        assertEquals(
                ReportFiles.of(Example.findings(trace), Wiring.sections(), PageFiles.NONE),
                ReportFiles.of(Example.findings(trace), Wiring.sections(), PageFiles.NONE));
    }

    @Test
    void markdownOfPytorchOnACpu() throws IOException {
        checkMarkdown("llama-cpu", OWN.resolve("torch-cpu/llama_generate_shapes.json.gz"));
    }

    @Test
    void markdownOfATraceWithAGpu() throws IOException {
        checkMarkdown("idle", OWN.resolve("edge/idle_categories.json"));
    }

    private static void checkMarkdown(String folder, Path trace) throws IOException {
        var files = ReportFiles.of(Example.findings(trace), Wiring.sections(), PageFiles.NONE);
        for (String name :
                List.of("report.md", "kernels.md", "operators.md", "stakeholder_summary.md")) {
            Golden.check(folder + "/" + name, files.getOrDefault(name, ""));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("allTraces")
    void metricsKeepToTheirSchema(Path trace) throws IOException {
        assertEquals(Set.of(), Set.copyOf(schema().validate(metrics(Example.findings(trace)))));
    }

    static Stream<Path> allTraces() throws IOException {
        List<Path> traces = new ArrayList<>(traces(OWN));
        for (var program : Programs.all().entrySet()) {
            Path file = folder.resolve(program.getKey().replace(' ', '_') + ".json.gz");
            traces.add(program.getValue().writtenTo(file));
        }
        Optional<Path> real = SharedData.ifHere("kineto/hta");
        if (real.isPresent()) {
            traces.addAll(traces(real.get()));
        }
        return traces.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("gpuTraces")
    void metricsWithTimingsAndPredictionKeepToTheirSchema(Path trace) throws IOException {
        var findings = Example.findings(trace, Optional.of(timings()), Optional.of(prediction()));
        JsonNode metrics = metrics(findings);
        assertEquals(Set.of(), Set.copyOf(schema().validate(metrics)));
        assertEquals(50, metrics.at("/timings/tokens_per_second").asDouble());
        assertTrue(metrics.at("/prediction/parts/1/below_bound").asBoolean());
    }

    private static Timings timings() {
        return new Timings(
                List.of(
                        new Timings.Request(
                                "page.png",
                                63_000_000,
                                41_000_000,
                                Map.of(),
                                640_000_000,
                                273,
                                33,
                                1,
                                Timings.State.BARE)));
    }

    private static Prediction prediction() {
        return new Prediction(
                "tiny",
                "a CPU",
                "causal FLOPs",
                1e12,
                "fp32 measured",
                2e10,
                new TreeMap<>(Map.of("fp32", 1e12, "bf16", 4e12)),
                "one request",
                List.of(
                        new Prediction.Part(
                                "decode",
                                "",
                                1e9,
                                1e9,
                                4e9,
                                2e8,
                                Prediction.Bound.MEMORY,
                                Optional.of(6.4e8),
                                TimeBasis.median(TimeBasis.BARE, 3, "warm request")),
                        new Prediction.Part(
                                "decode",
                                "linear",
                                1e9,
                                1e9,
                                4e9,
                                2e8,
                                Prediction.Bound.MEMORY,
                                Optional.of(1e8),
                                TimeBasis.median(TimeBasis.TORCH, 1, "request"))),
                List.of(),
                Optional.empty());
    }

    private static List<Path> traces(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(f -> f.getFileName().toString().matches("[a-z_]+\\.json(\\.gz)?"))
                    .filter(f -> !f.endsWith("expected.json"))
                    .sorted()
                    .toList();
        }
    }

    private static JsonNode metrics(Findings findings) throws IOException {
        return new JsonMapper().readTree(MetricsJson.text(findings));
    }

    public static JsonSchema schema() throws IOException {
        Path file = SharedData.projectRoot().resolve("docs/schema/metrics.schema.json");
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(file));
    }
}
