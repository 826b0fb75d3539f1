package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.Lanes;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.List;

/// Finds the gaps on each stream; a gap ends at an event and begins at the latest end before it.
public final class Idles {
    private Idles() {}

    public static Idle of(GpuTable gpu, HostTable host, Links links) {
        int[][] events = Lanes.events(gpu, links.order());
        List<Idle.Stream> streams = new ArrayList<>();
        for (int lane : Lanes.sorted(gpu)) {
            streams.add(stream(gpu, host, links, lane, events[lane]));
        }
        return new Idle(streams);
    }

    private static Idle.Stream stream(
            GpuTable gpu, HostTable host, Links links, int lane, int[] events) {
        long[] nanos = new long[3];
        long[] gaps = new long[3];
        long end = Long.MAX_VALUE;
        for (int row : events) {
            long gap = gpu.startNanos().get(row) - end;
            if (end != Long.MAX_VALUE && gap > 0) {
                int call = links.call(row);
                boolean late = call != Links.NONE && host.startNanos().get(call) > end;
                int cause = late ? 0 : gap < Idle.KERNEL_WAIT_BELOW_NANOS ? 1 : 2;
                nanos[cause] += gap;
                gaps[cause]++;
            }
            end = end == Long.MAX_VALUE ? gpu.endNanos(row) : Math.max(end, gpu.endNanos(row));
        }
        return new Idle.Stream(
                gpu.lane().values().get(lane),
                events.length,
                nanos[0],
                nanos[1],
                nanos[2],
                gaps[0],
                gaps[1],
                gaps[2]);
    }
}
