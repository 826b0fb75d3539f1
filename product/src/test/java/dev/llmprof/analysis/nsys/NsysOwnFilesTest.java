package dev.llmprof.analysis.nsys;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.trace.Trace;
import dev.llmprof.trace.nsys.NsysSqlite;
import dev.llmprof.trace.nsys.NsysTraces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The files that the project carries; `README.md` beside them says how they were made.
class NsysOwnFilesTest {
    private static final Path FILES = Path.of("src/test/resources/nsys");

    @ParameterizedTest
    @CsvSource({
        "2022.4/ranges, nvtxsum",
        "generated/launches, gpukernsum",
        "generated/launches, cudaapisum",
        "generated/launches, nvtxsum",
        "generated/launches, nvtxkernsum",
        "generated/launches, nvtxgpuproj"
    })
    void givesTheRowsOfNsysStats(String name, String report) throws IOException {
        Trace trace = NsysTraces.read(FILES.resolve(name + ".sqlite"));
        List<List<String>> expected = NsysCsvRows.read(FILES.resolve(name + "." + report + ".csv"));
        List<List<String>> actual = cells(report, trace);
        assertEquals(expected.getFirst(), actual.getFirst());
        assertEquals(
                expected.stream().map(List::toString).sorted().toList(),
                actual.stream().map(List::toString).sorted().toList());
    }

    @Test
    void countsTheRangesSeen() throws IOException {
        assertEquals(
                Map.of(
                        "prefill",
                        1L,
                        "llm:sam",
                        1L,
                        "llm:clip",
                        1L,
                        "request",
                        1L,
                        "decode",
                        4L,
                        "across",
                        1L,
                        "layer",
                        1L,
                        "open",
                        1L),
                NsysSqlite.rangeCounts(FILES.resolve("2022.4/ranges.sqlite")));
    }

    @Test
    void kernelsByNameAddUpToTheGpusTime() throws IOException {
        NsysSummary byName =
                NsysSummaries.kernels(
                        NsysSqlite.readGpu(FILES.resolve("generated/launches.sqlite")));
        assertEquals(160, byName.rows().stream().mapToLong(row -> row.time().count()).sum());
        assertEquals(1.0, byName.rows().stream().mapToDouble(NsysSummary.Row::share).sum(), 1e-12);
    }

    private static List<List<String>> cells(String report, Trace trace) {
        return switch (report) {
            case "gpukernsum" -> NsysCells.of(NsysSummaries.kernelsByShape(trace.gpu()));
            case "cudaapisum" -> NsysCells.of(NsysSummaries.calls(trace.host()));
            case "nvtxsum" -> NsysCells.of(NsysSummaries.ranges(trace.host()));
            case "nvtxkernsum" -> NsysRangeCells.kernels(trace);
            case "nvtxgpuproj" -> NsysRangeCells.projections(trace, Containment.AS_NSYS_2022);
            default -> throw new IllegalArgumentException(report);
        };
    }
}
