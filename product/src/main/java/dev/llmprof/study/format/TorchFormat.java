package dev.llmprof.study.format;

import dev.llmprof.study.capture.CaptureFormat;
import dev.llmprof.study.capture.CaptureTaker;
import dev.llmprof.study.capture.OpenCapture;
import dev.llmprof.trace.FileHead;
import dev.llmprof.trace.FileKind;
import dev.llmprof.trace.kineto.KinetoFiles;
import java.io.IOException;

/// Traces of the PyTorch profiler.
public final class TorchFormat implements CaptureFormat {

    @Override
    public String words() {
        return "a PyTorch trace (.json, .gz, .zip)";
    }

    @Override
    public boolean sniffs(FileHead head) {
        return head.kind() == FileKind.TORCH_TRACE;
    }

    @Override
    public boolean readsStandardInput() {
        return true;
    }

    @Override
    public void read(OpenCapture capture, CaptureTaker taker) throws IOException {
        if (capture.input().isStandardInput()) {
            KinetoFiles.each("standard input", System.in, capture.progress(), taker);
        } else {
            KinetoFiles.each(capture.path(), capture.progress(), taker);
        }
    }
}
