package dev.llmprof.study.format;

import dev.llmprof.study.capture.CaptureFormat;
import dev.llmprof.study.capture.CaptureTaker;
import dev.llmprof.study.capture.OpenCapture;
import dev.llmprof.trace.FileHead;
import dev.llmprof.trace.FileKind;
import dev.llmprof.trace.kineto.KinetoFiles;
import dev.llmprof.trace.kineto.KinetoSearch;
import java.io.IOException;
import java.nio.file.Path;

/// Traces of the PyTorch profiler, and Chrome's JSON of other tools.
public final class TorchFormat implements CaptureFormat {

    @Override
    public String words() {
        return "a PyTorch or Chrome trace (.json, .gz, .zst, .xz, .zip)";
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
    public boolean holds(Path file, String word) throws IOException {
        return KinetoSearch.holds(file, word);
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
