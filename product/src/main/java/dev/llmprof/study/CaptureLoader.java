package dev.llmprof.study;

import dev.llmprof.problem.Problem;
import dev.llmprof.study.capture.CaptureTaker;
import dev.llmprof.study.capture.Input;
import dev.llmprof.study.capture.OpenCapture;
import dev.llmprof.study.capture.ReadProgress;
import java.io.IOException;
import java.util.List;

/// Reads captures, each as its format does.
record CaptureLoader(ReadProgress.Watch watch, CaptureTaker taker, AheadReading ahead) {
    /// A file that cannot be read is a problem to tell; the others go on.
    void read(Input input, List<Input> next) throws IOException {
        ReadProgress progress = watch.reading(input.path().toString(), input.bytes());
        try {
            ahead.read(new OpenCapture(input, progress, watch), next, taker);
        } catch (Problem.Found found) {
            found.problems().forEach(taker::problem);
        } finally {
            progress.done();
        }
    }
}
