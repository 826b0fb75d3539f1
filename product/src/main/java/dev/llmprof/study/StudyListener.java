package dev.llmprof.study;

import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.capture.ReadProgress;
import java.io.IOException;

/// Hears of a study while it goes on. Each capture is read once, and its reading is told once;
/// twice where a run had to wait for the capture of its graphs.
public interface StudyListener extends ReadProgress.Watch {

    /// All captures are read and their tables written; findings and reports come next. What could
    /// not be read is among the problems.
    void read(CaptureSet captures) throws IOException;
}
