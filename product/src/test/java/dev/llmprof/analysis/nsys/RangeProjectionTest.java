package dev.llmprof.analysis.nsys;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.RecordedTables;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.nsys.NsysTraces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RangeProjectionTest {
    @TempDir static Path directory;

    @ParameterizedTest
    @MethodSource("projections")
    void projectsAsNsysDoes(Path sqlite, List<List<String>> expected) throws IOException {
        Trace trace = NsysTraces.read(sqlite);
        List<List<String>> actual = NsysRangeCells.projections(trace, Containment.AS_NSYS_2022);
        assertEquals(expected.getFirst(), actual.getFirst());
        same(ordered(expected), ordered(actual));
    }

    @ParameterizedTest
    @MethodSource("kernelsByRange")
    void sumsKernelsByRangeAsNsysDoes(Path sqlite, List<List<String>> expected) throws IOException {
        Trace trace = NsysTraces.read(sqlite);
        List<List<String>> actual = NsysRangeCells.kernels(trace);
        assertEquals(expected.getFirst(), actual.getFirst());
        same(expected, actual);
    }

    static Stream<Arguments> projections() {
        return tables("nvtxgpuproj");
    }

    static Stream<Arguments> kernelsByRange() {
        return tables("nvtxkernsum");
    }

    private static Stream<Arguments> tables(String report) {
        return Stream.of(
                        RecordedTables.own(directory.resolve(report), report),
                        RecordedTables.shared("gindachen-nsys-ai/h100_2gpu_1s", report),
                        RecordedTables.shared("gindachen-nsys-ai/mfu_2gpu_before", report))
                .flatMap(tables -> tables);
    }

    private static void same(List<List<String>> expected, List<List<String>> actual) {
        assertEquals(expected.size(), actual.size());
        for (int row = 0; row < expected.size(); row++) {
            assertEquals(expected.get(row), actual.get(row), "row " + row);
        }
    }

    /// nsys leaves the order of equal starts and lengths open.
    private static List<List<String>> ordered(List<List<String>> table) {
        List<List<String>> rows = new ArrayList<>(table.subList(1, table.size()));
        rows.sort(
                Comparator.comparingLong((List<String> row) -> Long.parseLong(row.get(1)))
                        .thenComparingLong(row -> -Long.parseLong(row.get(2)))
                        .thenComparing(List::toString));
        return rows;
    }
}
