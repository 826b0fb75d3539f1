package dev.llmprof.study.format;

import dev.llmprof.cache.PassingFolder;
import dev.llmprof.study.OutputFiles;
import dev.llmprof.study.capture.CaptureFormat;
import dev.llmprof.study.capture.CaptureTaker;
import dev.llmprof.study.capture.NsysExport;
import dev.llmprof.study.capture.OpenCapture;
import dev.llmprof.study.capture.ReadProgress;
import dev.llmprof.trace.FileKind;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.nsys.EmittedOperators;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import dev.llmprof.trace.nsys.NsysSqlite;
import dev.llmprof.trace.nsys.NsysTraceCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What Nsight Systems leaves: its SQLite export, its report, and CSVs of kernels and events.
public final class NsysFormats {
    private static final String REPORT = "an nsys report or SQLite export";

    private NsysFormats() {}

    public static CaptureFormat sqlite() {
        return new KindFormat(
                FileKind.NSYS_SQLITE,
                REPORT,
                (capture, taker) ->
                        taker.trace(sqlite(capture.path(), capture, capture.progress())));
    }

    /// Only nsys can read its report.
    public static CaptureFormat report(NsysExport nsys) {
        return new KindFormat(
                FileKind.NSYS_REPORT, REPORT, (capture, taker) -> exported(nsys, capture, taker));
    }

    public static CaptureFormat csv() {
        return new KindFormat(FileKind.NSYS_CSV, NcuFormats.CSV, NsysFormats::table);
    }

    /// The export is read into memory, so it need not stay.
    private static void exported(NsysExport nsys, OpenCapture capture, CaptureTaker taker)
            throws IOException {
        Path folder = PassingFolder.create("nsys");
        try {
            Path sqlite = nsys.export(capture.path(), folder);
            ReadProgress progress = capture.reading(Files.size(sqlite));
            Trace trace = sqlite(sqlite, capture, progress);
            progress.done();
            taker.trace(trace);
        } finally {
            OutputFiles.delete(folder);
        }
    }

    private static Trace sqlite(Path file, OpenCapture capture, ReadProgress progress)
            throws IOException {
        return EmittedOperators.in(NsysSqlite.read(file, capture.source(), progress));
    }

    private static void table(OpenCapture capture, CaptureTaker taker) throws IOException {
        Optional<Trace> events = NsysTraceCsv.read(capture.path());
        if (events.isPresent()) {
            taker.trace(events.get());
            return;
        }
        taker.summary(capture.source(), NsysKernelSummary.read(capture.path()));
    }
}
