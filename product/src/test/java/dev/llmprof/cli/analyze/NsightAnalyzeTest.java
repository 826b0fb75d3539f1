package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.app.Wiring;
import dev.llmprof.console.ExitCode;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.capture.NsysExport;
import dev.llmprof.trace.FuzzFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NsightAnalyzeTest {
    private static final Path NSYS = Path.of("src/test/resources/nsys");

    @TempDir Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void readsAnExportOfNsys() throws IOException {
        JsonNode trace = json(NSYS.resolve("generated/launches.sqlite")).at("/traces/0");
        assertEquals("nsys", trace.at("/tool").asText());
        assertEquals(
                189_619, trace.at("/kernels/total_ns").asLong(), trace.at("/kernels").toString());
    }

    @Test
    void writesWhatNsysStatsSaysOfItsCapture() throws IOException {
        Path output = directory.resolve("out");
        String capture = NSYS.resolve("generated/launches.sqlite").toString();
        assertEquals(0, run(capture, "--output", output.toString()));
        assertEquals(
                List.of(
                        "nsys_kernel_shape_summary.csv",
                        "nsys_range_kernel_summary.csv",
                        "nsys_range_projection_summary.csv",
                        "nsys_range_summary.csv",
                        "nsys_runtime_summary.csv"),
                nsysTables(output));
        // The four durations of this range in nvtx_gpu_proj_trace: 312810, 312971, 313455, 313579.
        assertEquals(
                List.of(
                        "trace,name,style,host_ns,gpu_operations,mean_level,mean_children,"
                                + "count,total_ns,mean_ns,min_ns,median_ns,max_ns,deviation_ns",
                        capture
                                + ",step,PushPop,32744400,160,0,2,"
                                + "4,1252815,313203.75,312810,313213,313579,371.1022994629117"),
                Files.readAllLines(output.resolve("csv/nsys_range_projection_summary.csv"))
                        .subList(0, 2));
    }

    @Test
    void whatNsysStatsSaysGoesWithItsCapture() throws IOException {
        Path output = directory.resolve("out");
        String capture = NSYS.resolve("generated/launches.sqlite").toString();
        assertEquals(0, run(capture, "--output", output.toString()));
        Path report = Files.write(directory.resolve("k.ncu-rep"), FuzzFiles.ncuReport());
        assertEquals(0, run(report.toString(), "--output", output.toString()));
        assertEquals(List.of(), nsysTables(output));
    }

    private static List<String> nsysTables(Path output) throws IOException {
        try (Stream<Path> files = Files.list(output.resolve("csv"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("nsys_"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void readsAReportOfNcu() throws IOException {
        Path report = Files.write(directory.resolve("k.ncu-rep"), FuzzFiles.ncuReport());
        JsonNode kernel = json(report).at("/profiles/0/kernels/0");
        assertEquals("void k<(int)4>(float *)", kernel.at("/name").asText());
        assertEquals(2, kernel.at("/launches").asInt());
        assertEquals(5.0, kernel.at("/duration_us").asDouble());
        assertEquals("unknown", kernel.at("/bound").asText());
        assertEquals(12.5, kernel.at("/rules/0/estimated_speedup_pct").asDouble());
    }

    @Test
    void takesFoldersOfKernelsAsOneProfile() throws IOException {
        for (String folder : List.of("kernel_0001_a", "kernel_0002_b", "kernel_0003_c")) {
            Files.createDirectories(directory.resolve("ncu").resolve(folder));
        }
        Files.write(directory.resolve("ncu/kernel_0001_a/ncu.ncu-rep"), FuzzFiles.ncuReport());
        Files.write(directory.resolve("ncu/kernel_0002_b/ncu.details.csv"), FuzzFiles.ncuCsv());
        JsonNode all = json(directory.resolve("ncu"));
        assertEquals(4, all.at("/profiles/0/launches").asInt());
        assertEquals(3, all.at("/profiles/0/kernels").size());
        assertEquals("kernel_0003_c", all.at("/problems/0/at").asText());
        Path reports = directory.resolve("reports");
        run(directory.resolve("ncu").toString(), "--output", reports.toString());
        assertEquals(
                List.of("kernel_id", "kernel_0001_a", "kernel_0002_b", "kernel_0003_c"),
                Files.readAllLines(reports.resolve("ncu/metrics_summary.csv")).stream()
                        .map(line -> line.substring(0, line.indexOf(',')))
                        .toList());
    }

    @Test
    void takesFoldersOfKernelsAsOneProfileBelowTheFolderThatWasNamedToo() throws IOException {
        for (String folder : List.of("kernel_0001_a", "kernel_0002_b")) {
            Path kernel = Files.createDirectories(directory.resolve("run/ncu").resolve(folder));
            Files.write(kernel.resolve("ncu.details.csv"), FuzzFiles.ncuCsv());
            Files.write(kernel.resolve("ncu.section_Occupancy.csv"), FuzzFiles.ncuCsv());
        }
        Files.write(directory.resolve("run/ncu/other.ncu-rep"), FuzzFiles.ncuReport());
        JsonNode profiles = json(directory.resolve("run")).path("profiles");
        assertEquals(
                List.of(
                        directory.resolve("run/ncu").toString(),
                        directory.resolve("run/ncu/other.ncu-rep").toString()),
                profiles.findValuesAsText("source"));
        assertEquals(2, profiles.at("/0/kernels").size());
    }

    @Test
    void answersSqlOverTheMetrics() throws IOException {
        Path report = Files.write(directory.resolve("k.ncu-rep"), FuzzFiles.ncuReport());
        String query =
                "select sum(value) s, any_value(unit) u from ncu_metrics where metric like"
                        + " 'gpu__time%'";
        assertEquals(ExitCode.OK, run(report.toString(), "--json", "--sql", query));
        JsonNode rows = new ObjectMapper().readTree(out.toByteArray());
        assertTrue(rows.toString().contains("10000"), rows.toString());
        assertTrue(rows.toString().contains("nsecond"), rows.toString());
    }

    @Test
    void readsATableOfNsys() throws IOException {
        JsonNode summary =
                json(NSYS.resolve("generated/launches.gpukernsum.csv")).at("/summaries/0");
        assertEquals(160, sum(summary.at("/kernels"), "count"));
    }

    @Test
    void showsKernelsOnTheTerminal() throws IOException {
        Path report = Files.write(directory.resolve("k.ncu-rep"), FuzzFiles.ncuReport());
        assertEquals(
                ExitCode.OK, run(report.toString(), "--output", directory.resolve("o").toString()));
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("NVIDIA H100 · 1 kernels, 2 launches"), text);
        assertTrue(text.contains("ncu: up to 13 % in k<4>: Raise occupancy"), text);
    }

    @Test
    void exportsReportsThroughNsys() throws IOException {
        Path report =
                Files.writeString(
                        directory.resolve("run.nsys-rep"), "NVIDIA Tegra Profiler Report 1");
        JsonNode trace = json(report).at("/traces/0");
        assertEquals(report.toString(), trace.at("/source").asText());
    }

    private JsonNode json(Path file) throws IOException {
        assertEquals(
                ExitCode.OK, run(file.toString(), "--json"), err.toString(StandardCharsets.UTF_8));
        return new ObjectMapper().readTree(out.toByteArray());
    }

    private static long sum(JsonNode rows, String field) {
        long sum = 0;
        for (JsonNode row : rows) {
            sum += row.at("/" + field).asLong();
        }
        return sum;
    }

    @Test
    void kernelsAreCalledWhatPeopleCallThem() throws IOException {
        Path names = directory.resolve("names.yaml");
        Files.writeString(
                names,
                """
                - raw_name: "void kernel<(int)2>(float *)"
                  friendly_name: Fused thing
                  data_shape:
                    tiled:
                      - [(32, 128), (128, 64), "->", (32, 64)]
                - raw_name: "void kernel<0>(float *)"
                  friendly_name: First thing
                  data_shape: {tiled: null}
                """);
        Path report = Path.of("src/test/resources/ncu/generated/kernels.ncu-rep");
        Path target = directory.resolve("out");
        assertEquals(
                0,
                run(
                        report.toString(),
                        "--kernel-desc",
                        names.toString(),
                        "--output",
                        target.toString()));
        String shown = out.toString(StandardCharsets.UTF_8);
        assertTrue(shown.contains("Fused thing (32x64)"), shown);
        assertTrue(shown.contains("First thing"), shown);
        assertTrue(shown.contains("kernel<1>"), shown);
    }

    @Test
    void theMarginDecidesBetweenComputeAndMemory() throws IOException {
        String report = "src/test/resources/ncu/generated/kernels.ncu-rep";
        assertEquals(0, run(report, "--classify-margin", "60", "--json"));
        JsonNode json = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertEquals("balanced", json.at("/profiles/0/kernels/0/leaning").asText());
        out.reset();
        assertEquals(0, run(report, "--json"));
        json = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertEquals("memory_bound", json.at("/profiles/0/kernels/0/leaning").asText());
        assertEquals(2, run(report, "--classify-margin", "-3", "--json"));
    }

    @Test
    void aListOfNamesThatIsNoneIsAProblem() throws IOException {
        Path names = Files.writeString(directory.resolve("names.yaml"), "- raw_name: x\n");
        String report = "src/test/resources/ncu/generated/kernels.ncu-rep";
        assertEquals(2, run(report, "--kernel-desc", names.toString()));
        String said = err.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("entry 1 has no raw_name or no friendly_name"), said);
    }

    /// The fake nsys gives the same export for any report.
    private int run(String... words) {
        NsysExport nsys =
                (_, into) ->
                        Files.copy(
                                NSYS.resolve("generated/launches.sqlite"),
                                into.resolve("x.sqlite"));
        return AnalyzeOutput.run(
                AnalyzeOutput.console(out, err),
                () -> new StudyParts(List::of, Wiring.formats(nsys), Wiring::sections),
                words);
    }
}
