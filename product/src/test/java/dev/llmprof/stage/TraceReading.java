package dev.llmprof.stage;

import dev.llmprof.stage.nsys.NsysReading;
import dev.llmprof.trace.hidden.ExportSecrets;
import dev.llmprof.trace.hidden.StreamSecrets;
import dev.llmprof.trace.nsys.NsysSqlite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Reads exported captures as the program does; its kernel summary is a mark that it was asked for.
public record TraceReading() implements NsysReading {

    @Override
    public boolean writeKernelSummary(Path sqlite, Path csv) {
        try {
            if (NsysSqlite.readGpu(sqlite).size() == 0) {
                return false;
            }
            Files.writeString(csv, "Name\n");
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Map<String, Long> rangesSeen(Path sqlite) {
        try {
            return NsysSqlite.rangeCounts(sqlite);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean hideInStream(Path stream, Path clean) {
        try {
            return StreamSecrets.strike(stream, clean);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean hideInExport(Path sqlite) {
        try {
            return ExportSecrets.strike(sqlite);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
