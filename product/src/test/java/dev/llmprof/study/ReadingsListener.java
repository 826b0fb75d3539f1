package dev.llmprof.study;

import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.capture.ReadProgress;
import java.util.ArrayList;
import java.util.List;

/// Notes each reading, and looks around when all captures are read.
public final class ReadingsListener implements StudyListener {
    final List<String> readings = new ArrayList<>();
    Runnable look = () -> {};

    @Override
    public ReadProgress reading(String name, long bytes) {
        readings.add(name);
        return new ReadProgress() {
            @Override
            public void done() {}

            @Override
            public void accept(long read) {}
        };
    }

    @Override
    public void read(CaptureSet captures) {
        look.run();
    }
}
