package dev.llmprof.study.capture;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;

/// Turns a report that only nsys can read into an SQLite export, with the nsys that is installed.
public interface NsysExport {
    /// For places where no program is started.
    NsysExport NONE =
            (report, _) -> {
                throw new Problem(
                                "a report of nsys must be exported first",
                                report.toString(),
                                "llmprof analyze " + report)
                        .found();
            };

    /// Writes the export into that directory; what keeps it from being made is a problem found.
    Path export(Path report, Path into) throws IOException;
}
