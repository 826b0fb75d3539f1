package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.Lanes;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Counts launches on their way: one more at the launch call's start, one less at the GPU event's.
public final class QueueLengths {
    private QueueLengths() {}

    public static QueueLength of(GpuTable gpu, HostTable host, Links links) {
        int[][] events = Lanes.events(gpu, links.order());
        List<QueueLength.Stream> streams = new ArrayList<>();
        for (int lane : Lanes.sorted(gpu)) {
            int[] linked =
                    Arrays.stream(events[lane])
                            .filter(row -> links.call(row) != Links.NONE)
                            .toArray();
            if (linked.length > 0) {
                streams.add(stream(gpu, host, links, lane, linked));
            }
        }
        return new QueueLength(streams);
    }

    private static QueueLength.Stream stream(
            GpuTable gpu, HostTable host, Links links, int lane, int[] linked) {
        long[] launches = new long[linked.length];
        long[] starts = new long[linked.length];
        for (int at = 0; at < linked.length; at++) {
            launches[at] = host.startNanos().get(links.call(linked[at]));
            starts[at] = gpu.startNanos().get(linked[at]);
        }
        Arrays.sort(launches);
        return walk(gpu, lane, launches, starts);
    }

    /// At equal times the launch counts before the start.
    private static QueueLength.Stream walk(GpuTable gpu, int lane, long[] launches, long[] starts) {
        long length = 0;
        long most = Long.MIN_VALUE;
        long least = Long.MAX_VALUE;
        long sum = 0;
        int launch = 0;
        int start = 0;
        while (launch < launches.length || start < starts.length) {
            boolean launchIsNext =
                    start == starts.length
                            || (launch < launches.length && launches[launch] <= starts[start]);
            if (launchIsNext) {
                length++;
                launch++;
            } else {
                length--;
                start++;
            }
            most = Math.max(most, length);
            least = Math.min(least, length);
            sum += length;
        }
        return new QueueLength.Stream(
                gpu.lane().values().get(lane), launch + start, most, least, sum, length);
    }
}
