package dev.llmprof.stage.nsys;

import java.nio.file.Path;
import java.util.Map;

/// What a stage may learn from an exported capture without reading it itself.
public interface NsysReading {

    /// Writes the kernel summary in nsys's newer shape; false when the capture holds no kernel.
    boolean writeKernelSummary(Path sqlite, Path csv);

    /// How often each NVTX range was opened.
    Map<String, Long> rangesSeen(Path sqlite);
}
