package dev.llmprof.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.NcuCsv;
import dev.llmprof.trace.NcuDirectory;
import dev.llmprof.trace.NcuReport;
import dev.llmprof.trace.NcuRule;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NcuKernelsTest {
    private static final String REPORTS = "deepseek-ocr-rtx5090/reports/20251107-dsocr/";

    @ParameterizedTest
    @CsvSource({
        "kernel_0003, 380.62, 5.4444e13",
        "kernel_0005, 716.15, 1.1209e14",
        "kernel_0009, 96.47, 6.3408e13",
        "kernel_0013, 70.79, 3.2451e13",
        "kernel_0016, 717.59, 1.1342e14"
    })
    void countsOperationsPerByteInBytes(String id, double perByte, double perSecond)
            throws IOException {
        NcuKernel kernel = kernel("ncu-v2", id);
        var point = kernel.roofline().main().orElseThrow();
        assertEquals(NcuRoofline.Arithmetic.COUNTED, point.arithmetic());
        assertEquals(perByte, point.operationsPerByte(), 0.005);
        assertEquals(perSecond, point.operationsPerSecond(), perSecond * 1e-4);
    }

    @Test
    void takesThePeaksOfTheReportItself() throws IOException {
        NcuRoofline roofline = kernel("ncu-v2", "kernel_0003").roofline();
        assertEquals(128 * 13.77e9, roofline.peakDramBytesPerSecond().orElseThrow(), 1e3);
        assertEquals(43_520 * 2.01e9, roofline.peakFp32PerSecond().orElseThrow(), 1e3);
        assertEquals(680 * 2.01e9, roofline.peakFp64PerSecond().orElseThrow(), 1e3);
    }

    /// The reference's own percentages are right; its units and its class are not.
    @ParameterizedTest
    @CsvSource({"ncu-v2, 20", "ncu, 18"})
    void givesTheMetricsOfTheReference(String run, int kernels) throws IOException {
        List<List<String>> table =
                NsysCsvRows.read(SharedData.at(REPORTS + run + "/analysis/metrics_summary.csv"));
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

    @Test
    void classifiesBySmAndDramAsTheReferenceDid() throws IOException {
        Map<NcuBound, Long> classes =
                kernels("ncu-v2").stream()
                        .collect(
                                Collectors.groupingBy(
                                        kernel -> kernel.boundBy().smAgainstDram(),
                                        TreeMap::new,
                                        Collectors.counting()));
        assertEquals(
                Map.of(NcuBound.COMPUTE, 4L, NcuBound.MEMORY, 9L, NcuBound.BALANCED, 7L), classes);
    }

    /// ncu's own SOLBottleneck rule is the witness: memory, low use (latency), or a grid too small.
    @Test
    void boundsAgreeWithWhatNcuSays() throws IOException {
        for (NcuKernel kernel : kernels("ncu-v2")) {
            String said =
                    kernel.rules().stream()
                            .filter(rule -> rule.rule().equals("SOLBottleneck"))
                            .map(NcuRule::message)
                            .findFirst()
                            .orElseThrow();
            NcuBound expected =
                    said.contains("too small") || said.contains("low compute throughput")
                            ? NcuBound.LATENCY
                            : NcuBound.MEMORY;
            assertEquals(expected, kernel.boundBy().bound(), kernel.id() + ": " + said);
        }
        NcuClass third = kernel("ncu-v2", "kernel_0003").boundBy();
        assertEquals(new NcuClass(NcuBound.MEMORY, NcuBound.MEMORY, "L2", NcuBound.COMPUTE), third);
    }

    @ParameterizedTest
    @CsvSource({"ncar-gpu-workshop/MW_Baseline", "averyclapp-esmm/profile_71fb9e58"})
    void detailsAndReportGiveTheSameFacts(String name) throws IOException {
        var report =
                NcuKernels.perLaunch(
                        NcuReport.read(SharedData.at("nsight/" + name + ".ncu-rep")), 5);
        var details =
                NcuKernels.perLaunch(
                        NcuCsv.read(SharedData.at("nsight/" + name + ".ncu-details.csv")), 5);
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

    @Test
    void putsAnFp64KernelOnItsRoofline() throws IOException {
        NcuKernel kernel =
                NcuKernels.perLaunch(
                                NcuReport.read(
                                        SharedData.at(
                                                "nsight/ncar-gpu-workshop/MW_Baseline.ncu-rep")),
                                5)
                        .get(2);
        var point = kernel.roofline().main().orElseThrow();
        assertEquals(NcuRoofline.Arithmetic.FP64, point.arithmetic());
        double ofPeak =
                point.operationsPerSecond() / kernel.roofline().peakFp64PerSecond().orElseThrow();
        assertEquals(0.52, ofPeak, 0.005); // ncu: "52% of its fp64 peak performance"
        assertTrue(kernel.boundBy().bound() == NcuBound.COMPUTE);
    }

    private static NcuKernel kernel(String run, String id) throws IOException {
        return kernels(run).stream()
                .filter(kernel -> kernel.id().startsWith(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<NcuKernel> kernels(String run) throws IOException {
        return NcuKernels.of(
                NcuDirectory.read(SharedData.at(REPORTS + run)), NcuClasses.DEFAULT_MARGIN_POINTS);
    }
}
