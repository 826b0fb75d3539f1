package dev.llmprof.study.capture;

import java.nio.file.Path;

/// A capture that is being read; `progress` is told the bytes of it.
public record OpenCapture(Input input, ReadProgress progress, ReadProgress.Watch watch) {

    public Path path() {
        return input.path();
    }

    public String source() {
        return path().toString();
    }

    /// For what was made of the capture and is read in its place.
    public ReadProgress reading(long bytes) {
        return watch.reading(source(), bytes);
    }
}
