package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.Union;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Makes the [GpuTimeline] of each GPU by unions over its events in start order.
public final class GpuTimelines {
    // ROCm 7.1 reports copies as kernels of these names.
    private static final Pattern COPY_KERNEL =
            Pattern.compile(
                    "MEMORY_COPY_(HOST_TO_DEVICE|DEVICE_TO_HOST|DEVICE_TO_DEVICE)"
                            + "|__amd_rocclr_copyBuffer(Rect)?(Aligned)?(\\.kd)?");

    private GpuTimelines() {}

    public enum Bucket {
        COMPUTATION,
        COMMUNICATION,
        COPY
    }

    /// The timeline of each GPU, by its name; one GPU's work hides nothing of another's.
    public static SortedMap<String, GpuTimeline> of(GpuTable gpu, int[] order, EventKinds kinds) {
        boolean[] copies = copyKernels(gpu);
        SortedMap<String, Parts> devices = new TreeMap<>();
        Parts[] ofLane =
                gpu.lane().values().stream()
                        .map(lane -> devices.computeIfAbsent(lane.device(), _ -> new Parts()))
                        .toArray(Parts[]::new);
        for (int row : order) {
            ofLane[gpu.lane().code(row)].add(
                    bucket(gpu, row, copies[gpu.name().code(row)], kinds),
                    gpu.startNanos().get(row),
                    gpu.endNanos(row));
        }
        SortedMap<String, GpuTimeline> timelines = new TreeMap<>();
        devices.forEach((device, parts) -> timelines.put(device, parts.timeline()));
        return timelines;
    }

    /// The unions of one GPU.
    private static final class Parts {
        private final Union all = new Union();
        private final Union useful = new Union();
        private final Union computation = new Union();
        private final Union communication = new Union();
        private final Union copies = new Union();

        void add(Bucket bucket, long start, long end) {
            all.add(start, end);
            if (bucket != Bucket.COPY) {
                useful.add(start, end);
            }
            switch (bucket) {
                case COMPUTATION -> computation.add(start, end);
                case COMMUNICATION -> communication.add(start, end);
                case COPY -> copies.add(start, end);
            }
        }

        GpuTimeline timeline() {
            return new GpuTimeline(
                    all.span(),
                    all.covered(),
                    computation.covered(),
                    communication.covered(),
                    useful.covered() - computation.covered(),
                    copies.covered(),
                    all.covered() - useful.covered(),
                    computation.covered() + communication.covered() - useful.covered());
        }
    }

    /// By the code of a name.
    public static boolean[] copyKernels(GpuTable gpu) {
        boolean[] copies = new boolean[gpu.name().symbols().size()];
        for (int code = 0; code < copies.length; code++) {
            copies[code] = COPY_KERNEL.matcher(gpu.name().symbols().text(code)).matches();
        }
        return copies;
    }

    /// What one event's time is spent on.
    public static Bucket bucket(GpuTable gpu, int row, boolean copies, EventKinds kinds) {
        GpuKind kind = gpu.kindOf(row);
        if (kind == GpuKind.COPY || (kind == GpuKind.KERNEL && copies)) {
            return Bucket.COPY;
        }
        return kinds.communicates(row) ? Bucket.COMMUNICATION : Bucket.COMPUTATION;
    }
}
