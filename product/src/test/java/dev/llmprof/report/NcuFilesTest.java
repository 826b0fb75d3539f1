package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.Advices;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.KernelCounters;
import dev.llmprof.analysis.KernelJoin;
import dev.llmprof.analysis.KernelJoins;
import dev.llmprof.analysis.KernelTimes;
import dev.llmprof.analysis.NcuClasses;
import dev.llmprof.analysis.NcuKernels;
import dev.llmprof.analysis.NcuLongRow;
import dev.llmprof.analysis.NcuRegion;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.NcuDirectory;
import dev.llmprof.trace.NsysKernelSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/// Twenty kernels of DeepSeek-OCR on an RTX 5090: times from nsys, counters from ncu.
class NcuFilesTest {
    private static final String RUN = "deepseek-ocr-rtx5090/reports/20251107-dsocr";

    @Test
    void rooflinesAreInBytesAndSeconds() throws IOException {
        List<String> lines = files().getOrDefault("metrics_summary.csv", "").lines().toList();
        assertEquals(21, lines.size());
        assertRoofline(lines.get(3), 380.62, 5.4444e13);
        assertRoofline(lines.get(5), 716.15, 1.1209e14);
        assertRoofline(lines.get(9), 96.47, 6.3408e13);
        assertRoofline(lines.get(13), 70.79, 3.2451e13);
        assertRoofline(lines.get(16), 717.59, 1.1342e14);
    }

    private static void assertRoofline(String line, double intensity, double flops) {
        String[] cells = cells(line);
        assertEquals(intensity, Double.parseDouble(cells[23]), .005);
        assertEquals(1, Double.parseDouble(cells[24]) / flops, 1e-4);
    }

    @Test
    void theThirteenMetricsAreThoseOfTheReferenceForEveryKernel() throws IOException {
        List<String> ours = files().getOrDefault("metrics_summary.csv", "").lines().toList();
        List<String> theirs =
                Files.readAllLines(
                        SharedData.at(RUN).resolve("ncu-v2/analysis/metrics_summary.csv"));
        List<String> columns = List.of(cells(theirs.getFirst())).subList(9, 22);
        assertEquals(
                List.of(cells(theirs.getFirst())), List.of(cells(ours.getFirst())).subList(0, 25));
        for (int row = 1; row < theirs.size(); row++) {
            assertEquals(cells(theirs.get(row))[0], cells(ours.get(row))[0]);
            for (int i = 0; i < columns.size(); i++) {
                String where = cells(theirs.get(row))[0] + " " + columns.get(i);
                double expected = Double.parseDouble(cells(theirs.get(row))[9 + i]);
                double actual = Double.parseDouble(cells(ours.get(row))[9 + i]);
                assertEquals(expected, actual, 1e-9 * Math.max(1, expected), where);
            }
        }
        assertEquals(21, theirs.size());
    }

    private static String[] cells(String line) {
        return line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
    }

    @Test
    void theKernelReportJoinsSharesWithCountersInTheReferencesSections() throws IOException {
        String report = Markdown.text(KernelReport.of(findings()).orElseThrow());
        List<String> sections =
                report.lines().filter(l -> l.startsWith("## ")).map(l -> l.substring(3)).toList();
        assertEquals(
                List.of(
                        "Overview",
                        "Setup",
                        "Top Kernels by Total Time",
                        "Kernel Classification",
                        "Top by Duration",
                        "Histograms",
                        "Roofline",
                        "Conclusions and Recommendations"),
                sections);
        assertTrue(report.contains("20 kernels of 113 were profiled with ncu. They have 79.5 %"));
        assertTrue(report.contains("| 24.9 % | 1.23 s | 329,035 | latency | 6.75 µs |"), report);
        assertTrue(report.contains("| 380.62 | 54.4 TFLOP/s |"), report);
        assertTrue(report.contains("| 96.47 | 63.4 TFLOP/s |"), report);
        assertTrue(report.contains("| 70.79 | 32.5 TFLOP/s |"), report);
        assertTrue(report.contains("| 716.15 | 112 TFLOP/s |"), report);
        assertTrue(report.contains("| 717.59 | 113 TFLOP/s |"), report);
        assertTrue(report.contains("Occupancy is limited by registers (11.3 %"), report);
        assertTrue(report.contains("- Few warps are resident in a hot kernel (8.3 %"), report);
    }

    @Test
    void histogramsAndRooflinesAreDrawn() throws IOException {
        SortedMap<String, String> files = files();
        assertEquals(13, files.keySet().stream().filter(f -> f.startsWith("histograms/")).count());
        assertTrue(files.containsKey("roofline_scatter_normalized.svg"));
        assertEquals(
                20, files.keySet().stream().filter(f -> f.endsWith("_normalized.svg")).count() - 1);
    }

    @Test
    void sharesOfNsysMeetTheCountersOfAllTwentyKernels() throws IOException {
        List<KernelJoin> joins = joins();
        List<KernelJoin> profiled = joins.stream().filter(j -> !j.counters().isEmpty()).toList();
        assertEquals(113, joins.size());
        assertEquals(20, profiled.size());
        assertTrue(profiled.stream().noneMatch(join -> join.times().isEmpty()));
        assertEquals(.249, profiled.getFirst().share(), .0005);
        assertEquals(329_035, profiled.getFirst().times().getFirst().count());
    }

    @Test
    void theKernelReportHasThemAll() throws IOException {
        Findings findings = findings();
        String report = Markdown.text(Reports.markdown(findings));
        assertTrue(report.contains("20 kernels were profiled with ncu."), report);
        assertTrue(report.contains("memory (L2)"), report);
    }

    @Test
    void sharesAndCountersKeepToTheSchema() throws IOException {
        var metrics = new JsonMapper().readTree(MetricsJson.text(findings()));
        assertEquals(Set.of(), Set.copyOf(ReportFilesTest.schema().validate(metrics)));
        assertEquals(113, metrics.at("/sources/0/kernels").asInt());
        assertEquals(1_695_983, metrics.at("/sources/0/launches").asInt());
    }

    @Test // B22
    void regionsHoldWhatIsInsideThem() {
        var inner = new NcuRegion.Work(2, 2, 3e6);
        var all = new NcuRegion.Work(5, 5, 9e6);
        SortedMap<String, String> files =
                RegionFiles.of(
                        List.of(
                                new NcuRegion(
                                        "A",
                                        Optional.empty(),
                                        0,
                                        "A",
                                        "",
                                        "",
                                        new NcuRegion.Work(3, 3, 6e6),
                                        all),
                                new NcuRegion(
                                        "A::B", Optional.of("A"), 1, "A__B", "", "", inner, inner),
                                new NcuRegion(
                                        "C",
                                        Optional.empty(),
                                        0,
                                        "C",
                                        "",
                                        "",
                                        NcuRegion.Work.NONE,
                                        NcuRegion.Work.NONE)));
        String markdown = files.getOrDefault("regions/report.md", "");
        assertTrue(markdown.contains("| A |  | all | all | 5 | 6.000000 | 9.000000 |"), markdown);
        assertTrue(markdown.contains("| C |  | not profiled |  | – | – | – |"), markdown);
        String json = files.getOrDefault("regions/report.json", "");
        assertTrue(json.contains("\"total_ms\" : 9.0"), json);
        assertTrue(
                json.contains("\"profiled\" : false,\n    \"note\" : \"not profiled\"\n  }"), json);
    }

    private static Findings findings() throws IOException {
        List<KernelJoin> joins = joins();
        return new Findings(
                "DeepSeek-OCR",
                "RTX 5090",
                List.of(),
                Optional.empty(),
                Optional.empty(),
                joins,
                Advices.of(Optional.empty(), Optional.empty(), joins),
                new Provenance("llmprof test", List.of(), List.of()));
    }

    private static List<KernelJoin> joins() throws IOException {
        Path csv = SharedData.at(RUN).resolve("nsys/all-stage/nsys/summary_cuda_gpu_kern_sum.csv");
        return KernelJoins.of(
                List.of(KernelTimes.of("all-stage", NsysKernelSummary.read(csv))),
                NcuKernels.of(directory(), NcuClasses.DEFAULT_MARGIN_POINTS));
    }

    private static NcuDirectory directory() throws IOException {
        return NcuDirectory.read(SharedData.at(RUN).resolve("ncu-v2"));
    }

    private static SortedMap<String, String> files() throws IOException {
        NcuDirectory directory = directory();
        List<NcuLongRow> rows = new ArrayList<>();
        directory
                .kernels()
                .forEach(k -> k.launches().forEach(l -> rows.addAll(NcuLongRow.of(k.id(), l))));
        return NcuFiles.of(
                NcuKernels.of(directory, NcuClasses.DEFAULT_MARGIN_POINTS).stream()
                        .map(KernelCounters::of)
                        .toList(),
                rows);
    }
}
