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

class NsysSummariesTest {
    /// The recorded CSVs are those of nsys 2022.4.2 on the same file.
    @ParameterizedTest
    @CsvSource({
        "gindachen-nsys-ai/h100_2gpu_1s, gpukernsum, 90",
        "gindachen-nsys-ai/h100_2gpu_1s, gpumemtimesum, 4",
        "gindachen-nsys-ai/h100_2gpu_1s, cudaapisum, 10",
        "gindachen-nsys-ai/h100_2gpu_1s, nvtxsum, 16582",
        "gindachen-nsys-ai/mfu_2gpu_before, gpukernsum, 48",
        "gindachen-nsys-ai/mfu_2gpu_before, gpumemtimesum, 3",
        "gindachen-nsys-ai/mfu_2gpu_before, cudaapisum, 16",
        "gindachen-nsys-ai/mfu_2gpu_before, nvtxsum, 18499",
        "ncar-gpu-workshop/MW_baseline, gpukernsum, 10",
        "ncar-gpu-workshop/MW_baseline, gpumemtimesum, 3",
        "ncar-gpu-workshop/MW_baseline, cudaapisum, 15",
    })
    void givesTheRowsOfNsysStats(String name, String report, int rows) throws IOException {
        Trace trace = NsysSqlite.read(SharedData.at("nsight/" + name + ".sqlite"));
        List<List<String>> expected =
                NsysCsvRows.read(SharedData.at("nsight/" + name + ".nsys-" + report + ".csv"));
        List<List<String>> actual = NsysCells.of(summary(report, trace));
        assertEquals(expected.getFirst(), actual.getFirst());
        assertEquals(tiesByText(expected), tiesByText(actual));
        assertEquals(rows, actual.size() - 1);
    }

    private static NsysSummary summary(String report, Trace trace) {
        return switch (report) {
            case "gpukernsum" -> NsysSummaries.kernelsByShape(trace.gpu());
            case "gpumemtimesum" -> NsysSummaries.memory(trace.gpu());
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
