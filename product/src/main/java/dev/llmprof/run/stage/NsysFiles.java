package dev.llmprof.run.stage;

import dev.llmprof.analysis.kernel.TopKernels;
import dev.llmprof.analysis.nsys.NsysCells;
import dev.llmprof.analysis.nsys.NsysSummaries;
import dev.llmprof.analysis.nsys.NsysSummary;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.stage.ncu.KernelFilter;
import dev.llmprof.stage.nsys.NsysReading;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import dev.llmprof.trace.nsys.NsysSqlite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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

    /// The heaviest names of a summary.
    static KernelFilter heaviest(Path csv, int most) {
        try {
            NsysKernelSummary summary = NsysKernelSummary.read(csv);
            List<TopKernels.Kernel> top = TopKernels.of(summary, TopKernels.Order.TIME_NS, most);
            return new KernelFilter(
                    top.stream()
                            .map(each -> new KernelFilter.Kernel(each.name(), each.launches()))
                            .toList());
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
