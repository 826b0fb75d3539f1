package dev.llmprof.trace.nsys;

import dev.llmprof.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;

/// An export under its own name, for tests that watch no progress.
public final class NsysTraces {
    private NsysTraces() {}

    public static Trace read(Path export) throws IOException {
        return NsysSqlite.read(export, export.toString(), _ -> {});
    }
}
