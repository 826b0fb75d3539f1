package dev.llmprof.study;

import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.study.capture.Analysed;
import dev.llmprof.study.capture.Input;
import dev.llmprof.study.capture.Inputs;
import dev.llmprof.study.capture.NsysExport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Reads captures for somebody who makes reports of them, and writes their tables on the way.
public final class CaptureReader {

    private CaptureReader() {}

    /// Leaves `tables/` and `csv/` in the directory.
    public static Analysed read(
            List<Path> files, Path directory, ReadProgress.Watch watch, Reporting reporting)
            throws IOException {
        Analyzer analyzer = new Analyzer(watch, NsysExport.NONE, NcuView.DEFAULT);
        try (OutputFiles target = OutputFiles.at(directory)) {
            for (Input input : Inputs.of(files)) {
                analyzer.read(input, target.alsoFor(reporting));
            }
            Analysed all = analyzer.result();
            if (!all.traces().isEmpty()) {
                target.tables(all);
            }
            return all;
        }
    }
}
