package dev.llmprof.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.NsysKernelSummary.Row;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /// The counts and sums that the folder's README gives.
    @ParameterizedTest
    @CsvSource({
        "scripts/ncu/examples/summary_cuda_gpu_kern_sum.csv, 128, 634727919, 254999, 190723047",
        "reports/20251107-dsocr/nsys/all-stage/nsys/summary_cuda_gpu_kern_sum.csv, 113, 4946064742, 1695983, 1231822285"
    })
    void readsRealTables(String file, int kernels, long nanos, long launches, long first)
            throws IOException {
        NsysKernelSummary summary =
                NsysKernelSummary.read(SharedData.at("deepseek-ocr-rtx5090/" + file));
        assertEquals(kernels, summary.rows().size());
        assertEquals(nanos, summary.rows().stream().mapToLong(Row::totalNanos).sum());
        assertEquals(launches, summary.rows().stream().mapToLong(Row::instances).sum());
        assertEquals(first, summary.rows().getFirst().totalNanos());
    }

    private static NsysKernelSummary read(String text) throws IOException {
        return NsysKernelSummary.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "test.csv");
    }
}
