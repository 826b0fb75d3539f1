package dev.llmprof.trace.nsys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NsysCsv;
import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysTables;
import dev.llmprof.trace.nsys.NsysKernelSummary.Row;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NsysKernelSummaryTest {
    @Test
    void readsTheNewShape() throws IOException {
        NsysKernelSummary summary =
                read(
                        """
                        Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
                        75.0,300,3,100.0,100.0,90,110,10.0,"void k<(int)1, (bool)0>(T1)"
                        25.0,100,1,100.0,100.0,100,100,0.0,gemm
                        """);
        assertEquals(
                List.of(
                        new Row("void k<(int)1, (bool)0>(T1)", 300, 75.0, 3),
                        new Row("gemm", 100, 25.0, 1)),
                summary.rows());
        assertEquals("Time (%)", summary.percentTitle());
        assertEquals("Total Time (ns)", summary.timeTitle());
        assertEquals(List.of(), summary.problems());
    }

    @Test
    void readsTheOldShapeWithGridAndBlock() throws IOException {
        NsysKernelSummary summary =
                read(
                        """
                        Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),GridXYZ,BlockXYZ,Name
                        100.0,300,3,100.0,100.0,90,110,10.0,  16   32    7, 128    1    1,k
                        """);
        assertEquals(List.of(new Row("k", 300, 100.0, 3)), summary.rows());
    }

    @Test
    void readsSectionsWithTitlesAndMilliseconds() throws IOException {
        NsysKernelSummary summary =
                read(
                        """
                        CUDA GPU Kernel Summary

                        Time(%),Time (ms) Sum,Instances,Kernel Name
                        60.0,"1,200.5",7,a
                        40.0,0.25,1,b

                        CUDA Memory Operation Statistics

                        Time(%),Total Time (ns),Count,Operation
                        100.0,3,1,HtoD
                        """);
        assertEquals(
                List.of(new Row("a", 1_200_500_000, 60, 7), new Row("b", 250_000, 40, 1)),
                summary.rows());
    }

    @Test
    void tellsOfRowsItCannotUse() throws IOException {
        NsysKernelSummary summary =
                read("Time (%),Total Time (ns),Instances,Name\n50,1,1,a\n50,x y,1,b\n,,1,\n,,,z\n");
        assertEquals(List.of(new Row("a", 1, 50, 1), new Row("b", 0, 50, 1)), summary.rows());
        assertEquals(
                "2 of 4 rows have no name or no time and were left out",
                summary.problems().getFirst().what());
        assertEquals("test.csv:4", summary.problems().getFirst().at());
    }

    @Test
    void saysWhatIsNoSummary() {
        var found = assertThrows(Problem.Found.class, () -> read("SKIPPED: no kernels\n"));
        assertEquals(
                "no kernel summary here: no row has a column for the name and one for the time",
                found.problems().getFirst().what());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpukernsum", "cuda_gpu_kern_sum"})
    void addsUpToTheKernelsOfTheRun(String report) throws IOException {
        NsysRun run = NsysRuns.generated(5, 8);
        List<List<String>> table = NsysTables.of(report, run);
        NsysKernelSummary summary = read(NsysCsv.of(table));
        assertEquals(table.size() - 1, summary.rows().size());
        assertEquals(
                run.kernels().stream().mapToLong(NsysRun.Work::nanos).sum(),
                summary.rows().stream().mapToLong(Row::totalNanos).sum());
        assertEquals(run.kernels().size(), summary.rows().stream().mapToLong(Row::instances).sum());
        assertEquals(
                run.kernels().stream().map(NsysRun.Work::name).collect(Collectors.toSet()),
                summary.rows().stream().map(Row::name).collect(Collectors.toSet()));
        assertEquals(List.of(), summary.problems());
    }

    /// The counts and sums that the folder's README gives.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource
    void readsRealTables(Path file, int kernels, long nanos, long launches, long first)
            throws IOException {
        NsysKernelSummary summary = NsysKernelSummary.read(file);
        assertEquals(kernels, summary.rows().size());
        assertEquals(nanos, summary.rows().stream().mapToLong(Row::totalNanos).sum());
        assertEquals(launches, summary.rows().stream().mapToLong(Row::instances).sum());
        assertEquals(first, summary.rows().getFirst().totalNanos());
    }

    static Stream<Arguments> readsRealTables() {
        String folder = "deepseek-ocr-rtx5090/";
        String table = "summary_cuda_gpu_kern_sum.csv";
        return Stream.concat(
                SharedData.ifHere(folder + "scripts/ncu/examples/" + table).stream()
                        .map(file -> Arguments.of(file, 128, 634727919L, 254999L, 190723047L)),
                SharedData.ifHere(folder + "reports/20251107-dsocr/nsys/all-stage/nsys/" + table)
                        .stream()
                        .map(file -> Arguments.of(file, 113, 4946064742L, 1695983L, 1231822285L)));
    }

    private static NsysKernelSummary read(String text) throws IOException {
        return NsysKernelSummary.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "test.csv");
    }
}
