package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.Union;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Makes the [GpuTimeline] by unions over the events in start order.
public final class GpuTimelines {
    // ROCm 7.1 reports copies as kernels of these names.
    private static final Pattern COPY_KERNEL =
            Pattern.compile(
                    "MEMORY_COPY_(HOST_TO_DEVICE|DEVICE_TO_HOST|DEVICE_TO_DEVICE)"
                            + "|__amd_rocclr_copyBuffer(Rect)?(Aligned)?(\\.kd)?");
    private static final Pattern COMMUNICATION =
            Pattern.compile("nccl|rccl|cross_device_reduce", Pattern.CASE_INSENSITIVE);

    private GpuTimelines() {}

    public enum Bucket {
        COMPUTATION,
        COMMUNICATION,
        COPY
    }

    public static GpuTimeline of(GpuTable gpu, int[] order) {
        Bucket[] buckets = new Bucket[gpu.name().symbols().size() * 3];
        Map<Bucket, Union> unions =
                Map.of(
                        Bucket.COMPUTATION, new Union(),
                        Bucket.COMMUNICATION, new Union(),
                        Bucket.COPY, new Union());
        Union all = new Union();
        Union useful = new Union();
        Union[] devices = new Union[gpu.lane().values().size()];
        SortedMap<String, Union> byDevice = byDevice(gpu, devices);
        for (int row : order) {
            long start = gpu.startNanos().get(row);
            long end = gpu.endNanos(row);
            Bucket bucket = bucket(gpu, row, buckets);
            at(unions, bucket).add(start, end);
            all.add(start, end);
            if (bucket != Bucket.COPY) {
                useful.add(start, end);
            }
            devices[gpu.lane().code(row)].add(start, end);
        }
        long computation = at(unions, Bucket.COMPUTATION).covered();
        long communication = at(unions, Bucket.COMMUNICATION).covered();
        SortedMap<String, Long> busy = new TreeMap<>();
        byDevice.forEach((device, union) -> busy.put(device, union.covered()));
        return new GpuTimeline(
                all.span(),
                all.covered(),
                computation,
                communication,
                useful.covered() - computation,
                at(unions, Bucket.COPY).covered(),
                all.covered() - useful.covered(),
                computation + communication - useful.covered(),
                busy);
    }

    public static Bucket bucket(GpuKind kind, String name) {
        return switch (kind) {
            case COPY -> Bucket.COPY;
            case SET -> communicates(name) ? Bucket.COMMUNICATION : Bucket.COMPUTATION;
            case KERNEL ->
                    COPY_KERNEL.matcher(name).matches()
                            ? Bucket.COPY
                            : communicates(name) ? Bucket.COMMUNICATION : Bucket.COMPUTATION;
        };
    }

    private static boolean communicates(String name) {
        return COMMUNICATION.matcher(name).find();
    }

    private static Bucket bucket(GpuTable gpu, int row, Bucket[] known) {
        int slot = gpu.name().code(row) * 3 + gpu.kind().get(row);
        Bucket bucket = known[slot];
        if (bucket == null) {
            bucket = bucket(gpu.kindOf(row), gpu.name().get(row));
            known[slot] = bucket;
        }
        return bucket;
    }

    private static Union at(Map<Bucket, Union> unions, Bucket bucket) {
        return unions.getOrDefault(bucket, new Union());
    }

    private static SortedMap<String, Union> byDevice(GpuTable gpu, Union[] devices) {
        SortedMap<String, Union> byDevice = new TreeMap<>();
        for (int lane = 0; lane < devices.length; lane++) {
            String device = gpu.lane().values().get(lane).device();
            devices[lane] = byDevice.computeIfAbsent(device, _ -> new Union());
        }
        return byDevice;
    }
}
