package dev.llmprof.analysis.event;

import dev.llmprof.trace.GpuTable;

/// Device time for each host row: that of its own GPU events, and that of all below it too.
public final class DeviceTime {
    private final long[] own;
    private final long[] total;

    private DeviceTime(long[] own, long[] total) {
        this.own = own;
        this.total = total;
    }

    public static DeviceTime of(GpuTable gpu, HostTree tree, Links links) {
        if (!links.anyOperator()) {
            return new DeviceTime(new long[0], new long[0]);
        }
        long[] own = new long[tree.host().size()];
        for (int row = 0; row < gpu.size(); row++) {
            int operator = links.operator(row);
            if (operator != Links.NONE) {
                own[operator] += gpu.durationNanos().get(row);
            }
        }
        long[] total = own.clone();
        int[] order = tree.order();
        for (int at = order.length - 1; at >= 0; at--) {
            int parent = tree.parent(order[at]);
            if (parent != HostTree.NONE) {
                total[parent] += total[order[at]];
            }
        }
        return new DeviceTime(own, total);
    }

    public long own(int hostRow) {
        return own.length == 0 ? 0 : own[hostRow];
    }

    public long total(int hostRow) {
        return total.length == 0 ? 0 : total[hostRow];
    }
}
