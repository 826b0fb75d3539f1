package dev.llmprof.app.run;

import dev.llmprof.analysis.NsysCells;
import dev.llmprof.analysis.NsysSummaries;
import dev.llmprof.analysis.NsysSummary;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.stage.KernelFilter;
import dev.llmprof.stage.NsysReading;
import dev.llmprof.trace.NsysKernelSummary;
import dev.llmprof.trace.NsysSqlite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Reads nsys's files for the stages.
final class NsysFiles implements NsysReading {

    @Override
    public boolean writeKernelSummary(Path sqlite, Path csv) {
        try {
            NsysSummary kernels = NsysSummaries.kernels(NsysSqlite.readGpu(sqlite));
            if (kernels.rows().isEmpty()) {
                return false;
            }
            AtomicFile.write(
                    csv,
                    NsysCells.of(kernels).stream()
                            .map(NsysFiles::line)
                            .collect(Collectors.joining()));
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + sqlite, e);
        }
    }

    @Override
    public Map<String, Long> rangesSeen(Path sqlite) {
        try {
            return NsysSqlite.rangeCounts(sqlite);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + sqlite, e);
        }
    }

    /// The heaviest names of a summary; rows of one name, told apart by grid and block, are one.
    static KernelFilter heaviest(Path csv, int most) {
        try {
            Map<String, Long> nanos = new LinkedHashMap<>();
            Map<String, Long> launches = new LinkedHashMap<>();
            for (NsysKernelSummary.Row row : NsysKernelSummary.read(csv).rows()) {
                nanos.merge(row.name(), row.totalNanos(), Long::sum);
                launches.merge(row.name(), row.instances(), Long::sum);
            }
            List<String> names =
                    nanos.entrySet().stream()
                            .sorted(
                                    Map.Entry.<String, Long>comparingByValue(
                                                    Comparator.reverseOrder())
                                            .thenComparing(Map.Entry.comparingByKey()))
                            .limit(most)
                            .map(Map.Entry::getKey)
                            .toList();
            long all = names.stream().mapToLong(name -> launches.getOrDefault(name, 0L)).sum();
            return new KernelFilter(names, all);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + csv, e);
        }
    }

    private static String line(List<String> cells) {
        return cells.stream().map(NsysFiles::cell).collect(Collectors.joining(",", "", "\n"));
    }

    private static String cell(String text) {
        return text.contains(",") || text.contains("\"") || text.contains("\n")
                ? "\"" + text.replace("\"", "\"\"") + "\""
                : text;
    }
}
