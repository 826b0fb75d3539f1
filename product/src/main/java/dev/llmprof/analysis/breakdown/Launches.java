package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.GraphCalls;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.Set;
import java.util.function.IntPredicate;

/// Pairs GPU events with their launch calls.
public final class Launches {
    /// The calls that Holistic Trace Analysis counts: no HIP, driver or graph calls.
    private static final Set<String> HTA_NAMES =
            Set.of("cudaLaunchKernel", "cudaLaunchKernelExC", "cudaMemcpyAsync", "cudaMemsetAsync");

    private Launches() {}

    public static LaunchStatistics of(GpuTable gpu, HostTable host, Links links) {
        return of(gpu, host, links, _ -> true);
    }

    /// Without what graphs replayed, whose launch is that of all their kernels together.
    public static LaunchStatistics outsideGraphs(GpuTable gpu, HostTable host, Links links) {
        GraphCalls graphs = GraphCalls.of(host);
        return of(gpu, host, links, call -> !graphs.launches(call));
    }

    public static LaunchStatistics ofHtaNames(GpuTable gpu, HostTable host, Links links) {
        boolean[] wanted = new boolean[host.name().symbols().size()];
        for (int code = 0; code < wanted.length; code++) {
            wanted[code] = HTA_NAMES.contains(host.name().symbols().text(code));
        }
        return of(gpu, host, links, call -> wanted[host.name().code(call)]);
    }

    private static LaunchStatistics of(
            GpuTable gpu, HostTable host, Links links, IntPredicate wanted) {
        long[] sums = new long[9];
        for (int row = 0; row < gpu.size(); row++) {
            int call = links.call(row);
            if (call != Links.NONE && wanted.test(call)) {
                pair(gpu, host, row, call, sums);
            }
        }
        return new LaunchStatistics(
                sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7], sums[8]);
    }

    private static void pair(GpuTable gpu, HostTable host, int row, int call, long[] sums) {
        long callNanos = host.durationNanos().get(call);
        long gpuNanos = gpu.durationNanos().get(row);
        long start = gpu.startNanos().get(row);
        long delay = Math.max(0, start - host.endNanos(call));
        sums[0]++;
        sums[1] += callNanos;
        sums[2] += gpuNanos;
        sums[3] += delay;
        sums[4] += gpuNanos < callNanos ? 1 : 0;
        sums[5] += callNanos > LaunchStatistics.SLOW_CALL_NANOS ? 1 : 0;
        sums[6] += delay > LaunchStatistics.LONG_DELAY_NANOS ? 1 : 0;
        sums[7] = Math.max(sums[7], delay);
        sums[8] += start < host.startNanos().get(call) ? 1 : 0;
    }
}
