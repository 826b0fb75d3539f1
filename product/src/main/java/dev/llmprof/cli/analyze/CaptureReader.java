package dev.llmprof.cli.analyze;

import dev.llmprof.cli.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Reads captures for somebody who makes reports of them and needs no tables.
public final class CaptureReader {

    private CaptureReader() {}

    public static Analysed read(List<Path> files, Console console, Reporting reporting)
            throws IOException {
        Analyzer analyzer = new Analyzer(console, NsysExport.NONE);
        for (Input input : Inputs.of(files)) {
            analyzer.read(input, reporting::trace);
        }
        return analyzer.result();
    }
}
