package dev.llmprof.study.perfetto;

import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.serving.ServingFindings.StageLoad;
import dev.llmprof.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The file that is asked for, and what is drawn in it beside the captures.
public record PerfettoAsked(Path file, RunConditions conditions, List<StageLoad> loads) {
    public PerfettoAsked {
        file = file.toAbsolutePath().normalize();
        loads = List.copyOf(loads);
    }

    /// Captures alone.
    public static PerfettoAsked of(Path file) {
        return new PerfettoAsked(file, RunConditions.NONE, List.of());
    }

    /// Before hours are spent on what could not be written.
    public void check() {
        if (Files.isDirectory(file)) {
            throw new Problem(
                            "this is a folder, and the trace for Perfetto is a file",
                            file.toString(),
                            "--perfetto " + file.resolve("trace.json.gz"))
                    .found();
        }
        Path parent = file.resolveSibling("");
        if (Files.exists(parent) && !(Files.isDirectory(parent) && Files.isWritable(parent))) {
            throw new Problem(
                            "nothing can be written here",
                            parent.toString(),
                            "name a file in a folder of yours: --perfetto FILE")
                    .found();
        }
    }

    public boolean isPacked() {
        return file.toString().endsWith(".gz");
    }
}
