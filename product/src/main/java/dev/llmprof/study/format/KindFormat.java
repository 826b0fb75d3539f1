package dev.llmprof.study.format;

import dev.llmprof.study.capture.CaptureFormat;
import dev.llmprof.study.capture.CaptureTaker;
import dev.llmprof.study.capture.OpenCapture;
import dev.llmprof.trace.FileHead;
import dev.llmprof.trace.FileKind;
import java.io.IOException;

/// A format that is told by the kind of its file.
record KindFormat(FileKind kind, String words, Reader reader) implements CaptureFormat {

    /// Reads one capture.
    @FunctionalInterface
    interface Reader {
        void read(OpenCapture capture, CaptureTaker taker) throws IOException;
    }

    @Override
    public boolean sniffs(FileHead head) {
        return head.kind() == kind;
    }

    @Override
    public void read(OpenCapture capture, CaptureTaker taker) throws IOException {
        reader.read(capture, taker);
    }
}
