package dev.llmprof.analysis.nsys;

import java.util.List;
import java.util.Optional;

/// Kernels by the NVTX ranges they were launched in, at every level (`nvtx_kern_sum`): a kernel
/// inside two ranges of different names stands in two rows, so the rows do not add up to the GPU's
/// time.
public record RangeKernels(List<Row> rows) {
    public RangeKernels {
        rows = List.copyOf(rows);
    }

    /// `range` is empty for kernels outside any, `thread` also for those whose launch is not in the
    /// file.
    public record Row(
            Optional<Range> range,
            Optional<OnThread> thread,
            long rangeInstances,
            long kernelInstances,
            NsysTime time,
            String kernel) {}

    public record Range(String name, String style) {}

    public record OnThread(long process, long thread) {}
}
