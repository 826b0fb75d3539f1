package dev.llmprof.stage.nsys;

import java.nio.file.Path;
import java.util.Map;

/// What a stage may learn from a capture, and hide in one, without reading it itself.
public interface NsysReading {

    /// Writes the kernel summary in nsys's newer shape; false when the capture holds no kernel.
    boolean writeKernelSummary(Path sqlite, Path csv);

    /// How often each NVTX range was opened.
    Map<String, Long> rangesSeen(Path sqlite);

    /// Whether a raw stream holds secrets: `clean` is then the same without them.
    boolean hideInStream(Path stream, Path clean);

    /// Whether an export held secrets, which are struck out now.
    boolean hideInExport(Path sqlite);
}
