package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
        assertEquals(intensity, Double.parseDouble(cells[23]), .005);
        assertEquals(1, Double.parseDouble(cells[24]) / flops, 1e-4);
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
        List<KernelJoin> joins = joins();
        var findings =
                new Findings(
                        "DeepSeek-OCR",
                        "RTX 5090",
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        joins,
                        Advices.of(Optional.empty(), Optional.empty(), joins),
                        new Provenance("llmprof test", List.of(), List.of()));
        String report = Markdown.text(Reports.markdown(findings));
        assertTrue(report.contains("20 kernels were profiled with ncu."), report);
        assertTrue(report.contains("memory (L2)"), report);
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
