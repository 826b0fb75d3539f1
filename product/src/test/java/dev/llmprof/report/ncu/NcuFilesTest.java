package dev.llmprof.report.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.advice.Advices;
import dev.llmprof.analysis.capture.CaptureRelations;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuClasses;
import dev.llmprof.analysis.ncu.NcuKernels;
import dev.llmprof.analysis.ncu.NcuLongRow;
import dev.llmprof.analysis.ncu.NcuRegion;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.source.KernelJoins;
import dev.llmprof.analysis.source.KernelTimes;
import dev.llmprof.app.Wiring;
import dev.llmprof.report.ProfiledRun;
import dev.llmprof.report.ReportFilesTest;
import dev.llmprof.report.Reports;
import dev.llmprof.report.format.Markdown;
import dev.llmprof.report.metrics.MetricsJson;
import dev.llmprof.report.page.PageFiles;
import dev.llmprof.report.reference.KernelReport;
import dev.llmprof.testing.nsight.NcuRun;
import dev.llmprof.trace.ncu.NcuDirectory;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Times from nsys, counters from ncu: of a run we made up, and where it is of twenty kernels of
/// DeepSeek-OCR on an RTX 5090.
class NcuFilesTest {
    private static final NcuRun OWN = ProfiledRun.OWN;

    @TempDir static Path directory;

    static Stream<ProfiledRun> runs() throws IOException {
        return ProfiledRun.all(directory);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void rooflinesAreInBytesAndSeconds(ProfiledRun run) throws IOException {
        List<String> lines = files(run).getOrDefault("metrics_summary.csv", "").lines().toList();
        assertEquals(run.profiled() + 1, lines.size());
        for (List<Double> expected : run.rooflines()) {
            String[] cells = cells(lines.get(expected.getFirst().intValue()));
            assertEquals(expected.get(1), Double.parseDouble(cells[23]), .005);
            assertEquals(1, Double.parseDouble(cells[24]) / expected.get(2), 1e-4);
        }
    }

    @Test
    void theSummaryHasTheMetricsThatWereDescribed() throws IOException {
        ProfiledRun own = runs().findFirst().orElseThrow();
        List<String> lines = files(own).getOrDefault("metrics_summary.csv", "").lines().toList();
        assertEquals(
                "kernel_id,kernel_name,display_name,grid_size,block_size,device,cc,process,process_id,sm_throughput_pct,dram_throughput_pct,mem_throughput_pct,l1tex_throughput_pct,l2_throughput_pct,duration_us,mem_busy_pct,max_bandwidth_pct,memory_throughput_gbs,l1tex_hit_rate_pct,l2_hit_rate_pct,achieved_occupancy_pct,theoretical_occupancy_pct,classification,roofline_ai_flops_per_byte,roofline_flops_per_s,limiter,sm_against_dram,launches",
                lines.getFirst());
        assertEquals(
                "kernel_0003_flash,\"void flash_fwd<128, 64>(Params)\",\"flash_fwd<128,"
                        + " 64>\",\"(16, 32, 7)\",\"(128, 1,"
                        + " 1)\",0,8.9,python3.12,4711,41.5,8.25,61.75,49.25,61.75,31.6,61.75,60.9,113.84,0.53,95.4,24.5,25",
                lines.get(3).replaceFirst(",memory_bound,.*", ""));
        List<String> keys =
                List.of(
                        "sm dram memory l1 l2 nanos busy bandwidth rate l1hit l2hit achieved possible"
                                .split(" "));
        for (int row = 1; row < lines.size(); row++) {
            for (int at = 0; at < keys.size(); at++) {
                String key = keys.get(at);
                double unit = key.equals("nanos") ? 1e3 : key.equals("rate") ? 1e9 : 1;
                double expected = OWN.launches().get(row - 1).number(key) / unit;
                double actual = Double.parseDouble(cells(lines.get(row))[9 + at]);
                assertEquals(expected, actual, 1e-9 * Math.max(1, expected), row + " " + key);
            }
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource
    void theThirteenMetricsAreThoseOfTheReferenceForEveryKernel(ProfiledRun run)
            throws IOException {
        List<String> ours = files(run).getOrDefault("metrics_summary.csv", "").lines().toList();
        List<String> theirs =
                Files.readAllLines(run.folders().resolve("analysis/metrics_summary.csv"));
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

    static Stream<ProfiledRun> theThirteenMetricsAreThoseOfTheReferenceForEveryKernel()
            throws IOException {
        return runs().skip(1);
    }

    private static String[] cells(String line) {
        return line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void theKernelReportJoinsSharesWithCountersInTheReferencesSections(ProfiledRun run)
            throws IOException {
        String report = Markdown.text(KernelReport.of(findings(run)).orElseThrow());
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
        run.said().forEach(said -> assertTrue(report.contains(said), () -> said + "\n" + report));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void histogramsAndRooflinesAreDrawn(ProfiledRun run) throws IOException {
        SortedMap<String, String> files = files(run);
        assertEquals(13, files.keySet().stream().filter(f -> f.startsWith("histograms/")).count());
        assertTrue(files.containsKey("roofline_scatter_normalized.svg"));
        assertEquals(
                run.profiled(),
                files.keySet().stream().filter(f -> f.endsWith("_normalized.svg")).count() - 1);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void sharesOfNsysMeetTheCountersOfEveryProfiledKernel(ProfiledRun run) throws IOException {
        List<KernelJoin> joins = joins(run);
        List<KernelJoin> profiled = joins.stream().filter(j -> !j.counters().isEmpty()).toList();
        assertEquals(run.kernels(), joins.size());
        assertEquals(run.profiled(), profiled.size());
        assertTrue(profiled.stream().noneMatch(join -> join.times().isEmpty()));
    }

    @Test
    void theHottestKernelHasItsShareAndItsCalls() throws IOException {
        KernelJoin first = joins(runs().findFirst().orElseThrow()).getFirst();
        assertEquals(.48, first.share(), 1e-12);
        assertEquals(12_000, first.times().getFirst().count());
        assertEquals("kernel_0001_gemv", first.counters().getFirst().id());
    }

    @ParameterizedTest
    @MethodSource("runs")
    void theKernelReportHasThemAll(ProfiledRun run) throws IOException {
        String report =
                Markdown.text(Reports.markdown(findings(run), Wiring.sections(), PageFiles.NONE));
        assertTrue(report.contains(run.profiled() + " kernels were profiled with ncu."), report);
        assertTrue(report.contains("memory (L2)"), report);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void sharesAndCountersKeepToTheSchema(ProfiledRun run) throws IOException {
        var metrics = new JsonMapper().readTree(MetricsJson.text(findings(run)));
        assertEquals(Set.of(), Set.copyOf(ReportFilesTest.schema().validate(metrics)));
        assertEquals(run.kernels(), metrics.at("/sources/0/kernels").asInt());
        assertEquals(run.launches(), metrics.at("/sources/0/launches").asInt());
    }

    @Test
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

    private static Findings findings(ProfiledRun run) throws IOException {
        List<KernelJoin> joins = joins(run);
        return new Findings(
                "DeepSeek-OCR",
                "RTX 5090",
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                joins,
                Advices.of(Optional.empty(), Optional.empty(), joins, Optional.empty()),
                new Provenance("llmprof test", List.of(), List.of()),
                CaptureRelations.NONE,
                RunTrust.NONE);
    }

    private static List<KernelJoin> joins(ProfiledRun run) throws IOException {
        return KernelJoins.of(
                List.of(KernelTimes.of("all-stage", NsysKernelSummary.read(run.times()))),
                NcuKernels.of(NcuDirectory.read(run.folders()), NcuClasses.DEFAULT_MARGIN_POINTS));
    }

    private static SortedMap<String, String> files(ProfiledRun run) throws IOException {
        NcuDirectory directory = NcuDirectory.read(run.folders());
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
