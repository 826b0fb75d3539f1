package dev.llmprof.analysis.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SourceComparisonTest {

    @Test
    void twoToolsThatDisagreeAreBothShown() {
        var comparison =
                SourceComparison.of(
                        List.of(
                                join("gemm", time("pytorch", 10, 1000), time("nsys", 10, 1100)),
                                join("softmax", time("pytorch", 4, 400), time("nsys", 5, 500)),
                                join("norm", time("pytorch", 2, 100), time("nsys", 2, 104)),
                                join("copy", time("nsys", 1, 50))));

        assertEquals(
                List.of("gemm", "softmax"),
                comparison.disagreements().stream()
                        .map(SourceComparison.Disagreement::kernel)
                        .toList());
        assertEquals(1.1, comparison.disagreements().getFirst().ratio(), 1e-12);
        assertEquals(1000, comparison.disagreements().getFirst().first().nanos());
        assertEquals(1100, comparison.disagreements().getFirst().second().nanos());
        assertEquals(
                List.of(
                        new SourceComparison.Source("pytorch", "pytorch.file", 3, 3, 16, 1500),
                        new SourceComparison.Source("nsys", "nsys.file", 4, 3, 18, 1754)),
                comparison.sources());
        assertTrue(comparison.severalTools());
    }

    @Test
    void ranksOfOneToolDoNotDisagree() {
        var comparison =
                SourceComparison.of(
                        List.of(
                                join(
                                        "gemm",
                                        new KernelJoin.Time("pytorch", "rank0", "", 10, 1000, 1),
                                        new KernelJoin.Time("pytorch", "rank1", "", 11, 2000, 1))));

        assertEquals(List.of(), comparison.disagreements());
        assertFalse(comparison.severalTools());
    }

    @Test
    void kernelsOfTwoMachinesDoNotDisagree() {
        var comparison =
                SourceComparison.of(
                        List.of(
                                join(
                                        "gemm",
                                        new KernelJoin.Time("pytorch", "a", "H100", 10, 1000, 1),
                                        new KernelJoin.Time("nsys", "b", "A100", 10, 2000, 1),
                                        new KernelJoin.Time("nsys", "c", "", 10, 3000, 1))));
        assertEquals(
                List.of("c"),
                comparison.disagreements().stream().map(each -> each.second().source()).toList());
    }

    private static KernelJoin join(String name, KernelJoin.Time... times) {
        return new KernelJoin(name, List.of(times), List.of());
    }

    private static KernelJoin.Time time(String tool, long count, long nanos) {
        return new KernelJoin.Time(tool, tool + ".file", "", count, nanos, .5);
    }
}
