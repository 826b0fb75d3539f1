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

class NsysSummariesTest {
    @TempDir static Path directory;

    @ParameterizedTest
    @MethodSource("tables")
    void givesTheRowsOfNsysStats(Path sqlite, List<List<String>> expected, String report)
            throws IOException {
        Trace trace = NsysTraces.read(sqlite);
        List<List<String>> actual = NsysCells.of(summary(report, trace));
        assertEquals(expected.getFirst(), actual.getFirst());
        assertEquals(tiesByText(expected), tiesByText(actual));
    }

    static Stream<Arguments> tables() {
        String[] all = {"gpukernsum", "cudaapisum", "nvtxsum"};
        String[] own = {"gpukernsum", "cuda_gpu_kern_sum", "cudaapisum", "nvtxsum"};
        String[] noRanges = {"gpukernsum", "cudaapisum"};
        return Stream.of(
                        RecordedTables.own(directory, own),
                        RecordedTables.shared("gindachen-nsys-ai/h100_2gpu_1s", all),
                        RecordedTables.shared("gindachen-nsys-ai/mfu_2gpu_before", all),
                        RecordedTables.shared("ncar-gpu-workshop/MW_baseline", noRanges))
                .flatMap(tables -> tables);
    }

    private static NsysSummary summary(String report, Trace trace) {
        return switch (report) {
            case "gpukernsum" -> NsysSummaries.kernelsByShape(trace.gpu());
            case "cuda_gpu_kern_sum" -> NsysSummaries.kernels(trace.gpu());
            case "cudaapisum" -> NsysSummaries.calls(trace.host());
            case "nvtxsum" -> NsysSummaries.ranges(trace.host());
            default -> throw new IllegalArgumentException(report);
        };
    }

    /// nsys leaves the order of equal totals open.
    private static List<List<String>> tiesByText(List<List<String>> table) {
        List<List<String>> rows = new ArrayList<>(table.subList(1, table.size()));
        rows.sort(
                Comparator.comparingLong((List<String> row) -> -Long.parseLong(row.get(1)))
                        .thenComparing(List::toString));
        return rows;
    }
}
