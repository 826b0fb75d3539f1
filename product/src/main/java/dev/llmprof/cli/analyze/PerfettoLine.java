package dev.llmprof.cli.analyze;

import java.nio.file.Path;

/// Where the file for Perfetto is, and what opens it.
public final class PerfettoLine {

    private PerfettoLine() {}

    public static String of(Path file) {
        return "perfetto  " + file + "  (open it at https://ui.perfetto.dev)";
    }
}
