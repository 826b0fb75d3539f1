package dev.llmprof.study.capture;

import java.io.IOException;
import java.nio.file.Path;

/// Turns a report that only nsys can read into an SQLite export, with the nsys that is installed.
public interface NsysExport {

    /// Writes the export into that directory; what keeps it from being made is a problem found.
    Path export(Path report, Path into) throws IOException;
}
