package dev.llmprof.study.capture;

import java.util.function.LongConsumer;

/// Hears how many bytes of a capture are read.
public interface ReadProgress extends LongConsumer {

    /// The capture is read, or cannot be.
    void done();

    /// Finds somebody to hear of the reading of a capture with this name and size.
    interface Watch {
        ReadProgress reading(String name, long bytes);
    }
}
