package dev.llmprof.analysis.drawing;

import dev.llmprof.table.Rows;
import dev.llmprof.trace.AllocationTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How much PyTorch's allocators held over a capture, a curve for each device. Empty where
/// allocations were not recorded.
public record MemoryView(List<Curve> curves) {
    private static final int POINTS = 500;
    private static final int HOST = 0;

    public MemoryView {
        curves = List.copyOf(curves);
    }

    /// `reservedBytes` is what the allocator keeps for itself too; zero where that is not told.
    public record Moment(long timeNanos, long allocatedBytes, long reservedBytes) {}

    /// Of one device. Where there are too many moments, each stands for its neighbours by the most
    /// that was held.
    public record Curve(String device, List<Moment> moments) {
        public Curve {
            moments = List.copyOf(moments);
        }

        public long peakBytes() {
            return moments.stream().mapToLong(Moment::allocatedBytes).max().orElse(0);
        }
    }

    /// Times count from `firstNanos`.
    public static MemoryView of(AllocationTable table, long firstNanos) {
        int[] rows =
                Rows.sorted(
                        table.size(),
                        (a, b) -> Long.compare(table.timeNanos().get(a), table.timeNanos().get(b)));
        Map<String, List<Moment>> devices = new TreeMap<>();
        Map<String, Long> held = new TreeMap<>();
        for (int row : rows) {
            String device = device(table, row);
            long sum = held.getOrDefault(device, 0L) + table.bytes().get(row);
            held.put(device, sum);
            long total = table.totalAllocatedBytes().get(row);
            devices.computeIfAbsent(device, _ -> new ArrayList<>())
                    .add(
                            new Moment(
                                    table.timeNanos().get(row) - firstNanos,
                                    // The host's allocator does not always count its total.
                                    total > 0 ? total : Math.max(0, sum),
                                    table.totalReservedBytes().get(row)));
        }
        List<Curve> curves = new ArrayList<>();
        devices.forEach((device, moments) -> curves.add(new Curve(device, thinned(moments))));
        return new MemoryView(curves);
    }

    private static String device(AllocationTable table, int row) {
        return table.deviceType().get(row) == HOST
                ? "host"
                : "GPU " + Math.max(0, table.device().get(row));
    }

    private static List<Moment> thinned(List<Moment> all) {
        int group = Math.ceilDiv(all.size(), POINTS);
        List<Moment> kept = new ArrayList<>();
        for (int at = 0; at < all.size(); at += group) {
            List<Moment> near = all.subList(at, Math.min(all.size(), at + group));
            kept.add(
                    new Moment(
                            near.getFirst().timeNanos(),
                            near.stream().mapToLong(Moment::allocatedBytes).max().orElse(0),
                            near.stream().mapToLong(Moment::reservedBytes).max().orElse(0)));
        }
        return kept;
    }
}
