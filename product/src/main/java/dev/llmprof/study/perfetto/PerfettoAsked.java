package dev.llmprof.study.perfetto;

import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.serving.ServingFindings.StageLoad;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.FileHead;
import dev.llmprof.trace.FileKind;
import java.io.IOException;
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

    /// The file takes the place of another of its name, which must be none that is read: a capture
    /// that is given, or one in a folder that is given.
    public void checkApartFrom(List<Path> given) throws IOException {
        if (!Files.isRegularFile(file)) {
            return;
        }
        Path real = file.toRealPath();
        boolean isCapture = FileHead.of(real).kind() != FileKind.UNKNOWN;
        for (Path each : given) {
            if (Files.exists(each)) {
                Path read = each.toRealPath();
                if (real.equals(read) || (isCapture && real.startsWith(read))) {
                    throw new Problem(
                                    "this capture is read, and the trace for Perfetto would take"
                                            + " its place",
                                    file.toString(),
                                    "name another file: --perfetto FILE")
                            .found();
                }
            }
        }
    }

    public boolean isPacked() {
        return file.toString().endsWith(".gz");
    }
}
