package dev.llmprof.analysis.conditions;

import dev.llmprof.trace.conditions.GpuSample;
import dev.llmprof.trace.conditions.HostSample;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// What was sampled beside a run, in the order of time, that of each GPU by itself; which programs
/// of others computed on the GPUs; and what of the run was at work when.
public record RunConditions(
        List<HostSample> host, List<GpuSample> gpus, List<String> strangers, List<WorkSpan> spans) {
    public static final RunConditions NONE =
            new RunConditions(List.of(), List.of(), List.of(), List.of());

    public RunConditions {
        host = List.copyOf(host);
        gpus = List.copyOf(gpus);
        strangers = List.copyOf(strangers);
        spans = List.copyOf(spans);
    }

    public boolean isEmpty() {
        return host.isEmpty() && gpus.isEmpty();
    }

    public List<Integer> gpuIndices() {
        return gpus.stream().map(GpuSample::index).distinct().sorted().toList();
    }

    public List<GpuSample> gpu(int index) {
        return gpus.stream().filter(sample -> sample.index() == index).toList();
    }

    /// The stages that ran a workload.
    public List<WorkSpan> stages() {
        return spans.stream().filter(WorkSpan::isStage).toList();
    }

    /// Which stage was at work; empty between them.
    public String stageAt(long unixNanos) {
        return stages().stream()
                .filter(span -> span.holds(unixNanos))
                .map(WorkSpan::stage)
                .findFirst()
                .orElse("");
    }

    /// From the first sample to the last.
    public double seconds() {
        if (isEmpty()) {
            return 0;
        }
        return (times().max().orElse(0) - firstUnixNanos()) / 1e9;
    }

    public long firstUnixNanos() {
        return times().min().orElse(0);
    }

    private LongStream times() {
        return Stream.concat(
                        host.stream().map(HostSample::unixNanos),
                        gpus.stream().map(GpuSample::unixNanos))
                .mapToLong(Long::longValue);
    }

    /// CPU time that sampling took, nvidia-smi's too.
    public double samplerSeconds() {
        return host.isEmpty() ? 0 : host.getLast().samplerSeconds();
    }
}
