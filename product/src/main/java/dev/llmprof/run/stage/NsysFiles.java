package dev.llmprof.run.stage;

import dev.llmprof.analysis.nsys.NsysCells;
import dev.llmprof.analysis.nsys.NsysSummaries;
import dev.llmprof.analysis.nsys.NsysSummary;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.report.format.Csv;
import dev.llmprof.stage.nsys.NsysReading;
import dev.llmprof.trace.hidden.ExportSecrets;
import dev.llmprof.trace.hidden.StreamSecrets;
import dev.llmprof.trace.nsys.NsysSqlite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
                    NsysCells.of(kernels).stream().map(Csv::line).collect(Collectors.joining()));
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

    @Override
    public boolean hideInStream(Path stream, Path clean) {
        try {
            return StreamSecrets.strike(stream, clean);
        } catch (IOException e) {
            throw new UncheckedIOException("removing secrets from " + stream, e);
        }
    }

    @Override
    public boolean hideInExport(Path sqlite) {
        try {
            return ExportSecrets.strike(sqlite);
        } catch (IOException e) {
            throw new UncheckedIOException("removing secrets from " + sqlite, e);
        }
    }
}
