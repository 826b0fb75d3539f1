package dev.llmprof.study.format;

import dev.llmprof.study.capture.CaptureFormat;
import dev.llmprof.study.capture.CaptureTaker;
import dev.llmprof.study.capture.OpenCapture;
import dev.llmprof.trace.FileHead;
import dev.llmprof.trace.FileKind;
import dev.llmprof.trace.ncu.NcuCsv;
import dev.llmprof.trace.ncu.NcuDirectory;
import dev.llmprof.trace.ncu.NcuReport;
import java.io.IOException;
import java.nio.file.Path;

/// What Nsight Compute leaves: its report, a CSV of it, and a folder of `kernel_*` folders.
public final class NcuFormats {
    static final String CSV = "a CSV of nsys or ncu";
    private static final String REPORT = "an ncu report";

    private NcuFormats() {}

    public static CaptureFormat report() {
        return new KindFormat(
                FileKind.NCU_REPORT,
                REPORT,
                (capture, taker) ->
                        taker.profile(capture.source(), NcuReport.read(capture.path())));
    }

    public static CaptureFormat csv() {
        return new KindFormat(
                FileKind.NCU_CSV,
                CSV,
                (capture, taker) -> taker.profile(capture.source(), NcuCsv.read(capture.path())));
    }

    public static CaptureFormat folders() {
        return new Folders();
    }

    private record Folders() implements CaptureFormat {
        @Override
        public String words() {
            return REPORT;
        }

        @Override
        public boolean sniffs(FileHead head) {
            return false;
        }

        @Override
        public boolean isFolder(Path folder) throws IOException {
            return NcuDirectory.isDirectory(folder);
        }

        @Override
        public void read(OpenCapture capture, CaptureTaker taker) throws IOException {
            taker.profile(capture.source(), NcuDirectory.read(capture.path()).profile());
        }
    }
}
