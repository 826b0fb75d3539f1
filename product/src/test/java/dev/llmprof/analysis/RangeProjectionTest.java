package dev.llmprof.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.testing.SharedData;
import dev.llmprof.trace.NsysSqlite;
import dev.llmprof.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeProjectionTest {
    @ParameterizedTest
    @CsvSource({
        "gindachen-nsys-ai/h100_2gpu_1s, 3242",
        "gindachen-nsys-ai/mfu_2gpu_before, 9621",
    })
    void projectsAsNsysDoes(String name, int rows) throws IOException {
        Trace trace = NsysSqlite.read(SharedData.at("nsight/" + name + ".sqlite"));
        RangeProjection projection =
                RangeProjections.of(trace.gpu(), trace.host(), Containment.AS_NSYS_2022);
        List<List<String>> expected =
                NsysCsvRows.read(SharedData.at("nsight/" + name + ".nsys-nvtxgpuproj.csv"));
        List<List<String>> actual = NsysCells.of(projection, trace.host());
        assertEquals(expected.getFirst(), actual.getFirst());
        same(ordered(expected), ordered(actual));
        assertEquals(rows, projection.size());
    }

    @ParameterizedTest
    @CsvSource({
        "gindachen-nsys-ai/h100_2gpu_1s, 2677",
        "gindachen-nsys-ai/mfu_2gpu_before, 8487",
    })
    void sumsKernelsByRangeAsNsysDoes(String name, int rows) throws IOException {
        Trace trace = NsysSqlite.read(SharedData.at("nsight/" + name + ".sqlite"));
        List<List<String>> expected =
                NsysCsvRows.read(SharedData.at("nsight/" + name + ".nsys-nvtxkernsum.csv"));
        List<List<String>> actual = NsysCells.of(RangeKernelTables.of(trace.gpu(), trace.host()));
        assertEquals(expected.getFirst(), actual.getFirst());
        same(expected, actual);
        assertEquals(rows, actual.size() - 1);
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
