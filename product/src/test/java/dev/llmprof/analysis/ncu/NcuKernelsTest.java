package dev.llmprof.analysis.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.nsys.NsysCsvRows;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NcuFolders;
import dev.llmprof.testing.nsight.NcuPages;
import dev.llmprof.testing.nsight.NcuReportFile;
import dev.llmprof.testing.nsight.NcuRun;
import dev.llmprof.testing.nsight.NcuRuns;
import dev.llmprof.trace.ncu.NcuCsv;
import dev.llmprof.trace.ncu.NcuDirectory;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuReport;
import dev.llmprof.trace.ncu.NcuRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NcuKernelsTest {
    private static final NcuRun RUN = NcuRuns.inference();
    private static final String REPORTS = "deepseek-ocr-rtx5090/reports/20251107-dsocr/";

    @TempDir static Path directory;
    private static Path folders = Path.of("");

    @BeforeAll
    static void write() throws IOException {
        folders = directory.resolve("folders");
        NcuFolders.write(RUN, folders);
    }

    @ParameterizedTest
    @MethodSource("points")
    void countsOperationsPerByteInBytes(Path run, String id, double perByte, double perSecond)
            throws IOException {
        var point = kernel(run, id).roofline().main().orElseThrow();
        assertEquals(NcuRoofline.Arithmetic.COUNTED, point.arithmetic());
        assertEquals(perByte, point.operationsPerByte(), 0.005);
        assertEquals(perSecond, point.operationsPerSecond(), perSecond * 1e-4);
    }

    /// Ours by hand: 17,179,869,184 operations on 24.5 and 8.25 MB in 84.25 µs; 2,147,483,648 on
    /// 3.4 MB and 197.38 kB in 31.6 µs.
    static Stream<Arguments> points() {
        return Stream.concat(
                Stream.of(
                        Arguments.of(folders, "kernel_0002", 524.576, 2.03915e14),
                        Arguments.of(folders, "kernel_0003", 596.958, 6.79584e13)),
                SharedData.ifHere(REPORTS + "ncu-v2").stream()
                        .flatMap(run ->
                                Stream.of(
                                        Arguments.of(run, "kernel_0003", 380.62, 5.4444e13),
                                        Arguments.of(run, "kernel_0005", 716.15, 1.1209e14),
                                        Arguments.of(run, "kernel_0009", 96.47, 6.3408e13),
                                        Arguments.of(run, "kernel_0013", 70.79, 3.2451e13),
                                        Arguments.of(run, "kernel_0016", 717.59, 1.1342e14))));
    }

    @ParameterizedTest
    @MethodSource("peaks")
    void takesThePeaksOfTheReportItself(Path run, double dram, double fp32, double fp64)
            throws IOException {
        NcuRoofline roofline = kernel(run, "kernel_0003").roofline();
        assertEquals(dram, roofline.peakDramBytesPerSecond().orElseThrow(), 1e3);
        assertEquals(fp32, roofline.peakFp32PerSecond().orElseThrow(), 1e3);
        assertEquals(fp64, roofline.peakFp64PerSecond().orElseThrow(), 1e3);
    }

    static Stream<Arguments> peaks() {
        return Stream.concat(
                Stream.of(Arguments.of(folders, 96 * 9.25e9, 20_992 * 1.75e9, 328 * 1.75e9)),
                SharedData.ifHere(REPORTS + "ncu-v2").stream()
                        .map(run ->
                                Arguments.of(run, 128 * 13.77e9, 43_520 * 2.01e9, 680 * 2.01e9)));
    }

    @Test
    void givesTheMetricsThatWereDescribed() throws IOException {
        List<NcuKernel> kernels = kernels(folders);
        Map<NcuFact, String> keys =
                Map.ofEntries(
                        Map.entry(NcuFact.SM_THROUGHPUT, "sm"),
                        Map.entry(NcuFact.DRAM_THROUGHPUT, "dram"),
                        Map.entry(NcuFact.MEMORY_THROUGHPUT, "memory"),
                        Map.entry(NcuFact.L1_THROUGHPUT, "l1"),
                        Map.entry(NcuFact.L2_THROUGHPUT, "l2"),
                        Map.entry(NcuFact.DURATION, "nanos"),
                        Map.entry(NcuFact.MEMORY_BUSY, "busy"),
                        Map.entry(NcuFact.MAX_BANDWIDTH, "bandwidth"),
                        Map.entry(NcuFact.DRAM_BYTES_PER_SECOND, "rate"),
                        Map.entry(NcuFact.L1_HIT_RATE, "l1hit"),
                        Map.entry(NcuFact.L2_HIT_RATE, "l2hit"),
                        Map.entry(NcuFact.ACHIEVED_OCCUPANCY, "achieved"),
                        Map.entry(NcuFact.THEORETICAL_OCCUPANCY, "possible"));
        assertEquals(Set.of(NcuFact.values()), keys.keySet());
        for (int at = 0; at < kernels.size(); at++) {
            for (var fact : keys.entrySet()) {
                double expected = RUN.launches().get(at).number(fact.getValue());
                assertEquals(
                        expected,
                        kernels.get(at).fact(fact.getKey()).orElseThrow(),
                        expected * 1e-12,
                        fact.getKey() + " of " + kernels.get(at).id());
            }
        }
        assertEquals(8, kernels.size());
    }

    /// The reference's own percentages are right; its units and its class are not.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("references")
    void givesTheMetricsOfTheReference(Path run, int kernels) throws IOException {
        List<List<String>> table = NsysCsvRows.read(run.resolve("analysis/metrics_summary.csv"));
        List<String> titles = table.getFirst();
        Map<String, NcuKernel> byId =
                kernels(run).stream().collect(Collectors.toMap(NcuKernel::id, kernel -> kernel));
        int compared = 0;
        for (List<String> row : table.subList(1, table.size())) {
            NcuKernel kernel = byId.get(row.getFirst());
            if (kernel == null) {
                continue;
            }
            for (NcuFact fact : NcuFact.values()) {
                double expected = Double.parseDouble(row.get(titles.indexOf(fact.column())));
                double base = kernel.fact(fact).orElseThrow();
                assertEquals(expected, fact.inColumnUnit(base), 1e-9, fact + " of " + kernel.id());
                compared++;
            }
        }
        assertEquals(kernels * NcuFact.values().length, compared);
    }

    static Stream<Arguments> references() {
        return Stream.of(Map.entry("ncu-v2", 20), Map.entry("ncu", 18))
                .flatMap(run ->
                        SharedData.ifHere(REPORTS + run.getKey()).stream()
                                .map(path -> Arguments.of(path, run.getValue())));
    }

    @ParameterizedTest
    @MethodSource("classes")
    void classifiesBySmAndDram(Path run, Map<NcuBound, Long> expected) throws IOException {
        Map<NcuBound, Long> classes =
                kernels(run).stream()
                        .collect(
                                Collectors.groupingBy(
                                        kernel -> kernel.boundBy().smAgainstDram(),
                                        TreeMap::new,
                                        Collectors.counting()));
        assertEquals(expected, classes);
    }

    /// Those of the recording are the reference's own.
    static Stream<Arguments> classes() {
        return Stream.concat(
                Stream.of(Arguments.of(folders, classes(3, 2, 3))),
                SharedData.ifHere(REPORTS + "ncu-v2").stream()
                        .map(run -> Arguments.of(run, classes(4, 9, 7))));
    }

    private static Map<NcuBound, Long> classes(long compute, long memory, long balanced) {
        return Map.of(
                NcuBound.COMPUTE, compute, NcuBound.MEMORY, memory, NcuBound.BALANCED, balanced);
    }

    /// ncu's own SOLBottleneck rule is the witness.
    @ParameterizedTest
    @MethodSource("runs")
    void boundsAgreeWithWhatNcuSays(Path run) throws IOException {
        for (NcuKernel kernel : kernels(run)) {
            String said =
                    kernel.rules().stream()
                            .filter(rule -> rule.rule().equals("SOLBottleneck"))
                            .map(NcuRule::message)
                            .findFirst()
                            .orElseThrow();
            assertEquals(bound(said), kernel.boundBy().bound(), kernel.id() + ": " + said);
        }
        NcuClass third = kernel(run, "kernel_0003").boundBy();
        assertEquals(new NcuClass(NcuBound.MEMORY, NcuBound.MEMORY, "L2", NcuBound.COMPUTE), third);
    }

    static Stream<Path> runs() {
        return Stream.concat(Stream.of(folders), SharedData.ifHere(REPORTS + "ncu-v2").stream());
    }

    private static NcuBound bound(String said) {
        if (said.contains("too small") || said.contains("low compute throughput")) {
            return NcuBound.LATENCY;
        }
        if (said.contains("well-balanced")) {
            return NcuBound.BALANCED;
        }
        return said.startsWith("Compute is more") ? NcuBound.COMPUTE : NcuBound.MEMORY;
    }

    @ParameterizedTest
    @MethodSource("reports")
    void detailsAndReportGiveTheSameFacts(Path reportFile, Path detailsFile) throws IOException {
        var report = perLaunch(NcuReport.read(reportFile));
        var details = perLaunch(NcuCsv.read(detailsFile));
        assertEquals(details.size(), report.size());
        for (int launch = 0; launch < report.size(); launch++) {
            for (NcuFact fact : NcuFact.values()) {
                OptionalDouble expected = details.get(launch).fact(fact);
                if (expected.isPresent()) {
                    double actual = report.get(launch).fact(fact).orElseThrow();
                    assertEquals(
                            fact.inColumnUnit(expected.getAsDouble()),
                            fact.inColumnUnit(actual),
                            Math.max(0.0051, 5e-3 * fact.inColumnUnit(actual)),
                            fact + "");
                }
            }
            assertEquals(details.get(launch).boundBy(), report.get(launch).boundBy());
        }
    }

    static Stream<Arguments> reports() throws IOException {
        Path details = Files.writeString(directory.resolve("d.csv"), NcuPages.details(RUN));
        return Stream.concat(
                Stream.of(Arguments.of(ownReport(), details)),
                Stream.of("ncar-gpu-workshop/MW_Baseline", "averyclapp-esmm/profile_71fb9e58")
                        .map(name -> "nsight/" + name)
                        .flatMap(name ->
                                SharedData.ifHere(name + ".ncu-rep").stream()
                                        .map(report ->
                                                Arguments.of(
                                                        report,
                                                        SharedData.at(
                                                                name + ".ncu-details.csv")))));
    }

    private static Path ownReport() throws IOException {
        return NcuReportFile.write(RUN, directory.resolve("own.ncu-rep"));
    }

    @ParameterizedTest
    @MethodSource("doublePrecision")
    void putsAnFp64KernelOnItsRoofline(Path report, int launch) throws IOException {
        NcuKernel kernel = perLaunch(NcuReport.read(report)).get(launch);
        var point = kernel.roofline().main().orElseThrow();
        assertEquals(NcuRoofline.Arithmetic.FP64, point.arithmetic());
        double ofPeak =
                point.operationsPerSecond() / kernel.roofline().peakFp64PerSecond().orElseThrow();
        assertEquals(0.52, ofPeak, 0.005);
        assertTrue(kernel.boundBy().bound() == NcuBound.COMPUTE);
    }

    /// Ours: 2 × 80 + 10 + 2 operations a cycle of 2 × 164. Of the recording ncu says "52% of its
    /// fp64 peak performance".
    static Stream<Arguments> doublePrecision() throws IOException {
        return Stream.concat(
                Stream.of(Arguments.of(ownReport(), 7)),
                SharedData.ifHere("nsight/ncar-gpu-workshop/MW_Baseline.ncu-rep").stream()
                        .map(report -> Arguments.of(report, 2)));
    }

    private static List<NcuKernel> perLaunch(NcuProfile profile) {
        return profile.launches().stream()
                .filter(launch -> !launch.isRange())
                .map(launch ->
                        NcuKernels.of(
                                        new NcuProfile(
                                                profile.session(), List.of(launch), List.of()),
                                        5)
                                .getFirst())
                .toList();
    }

    private static NcuKernel kernel(Path run, String id) throws IOException {
        return kernels(run).stream()
                .filter(kernel -> kernel.id().startsWith(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<NcuKernel> kernels(Path run) throws IOException {
        return NcuKernels.of(NcuDirectory.read(run), NcuClasses.DEFAULT_MARGIN_POINTS);
    }
}
