package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.DeviceTime;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.List;

/// Sums operators by name, or by name and input shapes.
public final class OperatorBreakdowns {
    private OperatorBreakdowns() {}

    public static OperatorBreakdown byName(HostTree tree, DeviceTime device) {
        return of(tree, device, false);
    }

    public static OperatorBreakdown byShape(HostTree tree, DeviceTime device) {
        return of(tree, device, true);
    }

    private static OperatorBreakdown of(HostTree tree, DeviceTime device, boolean shapes) {
        HostTable host = tree.host();
        LongIndex groups = new LongIndex();
        List<long[]> sums = new ArrayList<>();
        List<Integer> firsts = new ArrayList<>();
        for (int row : tree.order()) {
            if (host.kind().get(row) != HostKind.OPERATOR.code()) {
                continue;
            }
            long key =
                    ((long) host.name().code(row) << 32)
                            | (shapes ? host.inputShapes().code(row) : 0);
            int group = groups.get(key);
            if (group == LongIndex.NONE) {
                group = sums.size();
                groups.putIfAbsent(key, group);
                sums.add(new long[5]);
                firsts.add(row);
            }
            long[] sum = sums.get(group);
            sum[0]++;
            sum[1] += tree.selfNanos(row);
            sum[2] += host.durationNanos().get(row);
            sum[3] += device.own(row);
            sum[4] += device.total(row);
        }
        List<OperatorBreakdown.Row> rows = new ArrayList<>();
        for (int group = 0; group < sums.size(); group++) {
            rows.add(row(host, firsts.get(group), shapes, sums.get(group)));
        }
        return summed(rows);
    }

    private static OperatorBreakdown.Row row(
            HostTable host, int first, boolean shapes, long[] sum) {
        return new OperatorBreakdown.Row(
                host.name().get(first),
                shapes ? Shapes.compact(host.inputShapes().get(first)) : "",
                sum[0],
                sum[1],
                sum[2],
                sum[3],
                sum[4]);
    }

    private static OperatorBreakdown summed(List<OperatorBreakdown.Row> rows) {
        rows.sort(
                GpuBreakdowns.order(
                                OperatorBreakdown.Row::selfHostNanos, OperatorBreakdown.Row::name)
                        .thenComparing(OperatorBreakdown.Row::inputShapes, Names.BY_CODE_POINT));
        return new OperatorBreakdown(
                rows.stream().mapToLong(OperatorBreakdown.Row::calls).sum(),
                rows.stream().mapToLong(OperatorBreakdown.Row::selfHostNanos).sum(),
                rows.stream().mapToLong(OperatorBreakdown.Row::totalHostNanos).sum(),
                rows.stream().mapToLong(OperatorBreakdown.Row::deviceNanos).sum(),
                rows);
    }
}
