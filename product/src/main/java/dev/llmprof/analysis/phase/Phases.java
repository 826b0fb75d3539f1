package dev.llmprof.analysis.phase;

import java.util.List;

/// Time by phase of inference. Each host event and each GPU event belongs to the innermost phase
/// around it, or to none, so the parts add up to the whole; what lies outside is said too.
public record Phases(List<Part> parts, long outsideGpuNanos, long outsideGpuEvents) {
    /// A row for each GPU of each phase; none where one GPU did all, which the phases say already.
    public List<OnGpu> byGpu() {
        boolean several = parts.stream().anyMatch(Part::onSeveral);
        return several ? parts.stream().flatMap(part -> part.gpus.stream()).toList() : List.of();
    }

    /// One phase: `prefill`, `decode`, `mixed`, or a vision stage by its own name.
    ///
    /// `steps` counts its outermost ranges, `hostNanos` their time without that of other phases
    /// inside. `gpuBusyNanos` is the time in which its work ran on any GPU, `gpus` has each.
    public record Part(
            String name,
            long steps,
            long hostNanos,
            long gpuEvents,
            long gpuNanos,
            long gpuBusyNanos,
            List<OnGpu> gpus,
            List<Operator> operators,
            List<Kernel> kernels) {

        /// How long its GPU work ran; the host's time where it has none.
        public long nanos() {
            return gpuEvents > 0 ? gpuBusyNanos : hostNanos;
        }

        public boolean onSeveral() {
            return gpus.size() > 1;
        }
    }

    /// What one GPU ran for a phase.
    public record OnGpu(String phase, String device, long nanos, long busyNanos) {}

    /// An operator's own share of a phase.
    public record Operator(String name, long calls, long selfHostNanos, long deviceNanos) {}

    /// A kernel's share of a phase.
    public record Kernel(String name, long count, long nanos) {}
}
