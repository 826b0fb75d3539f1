package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.DeviceTime;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Sums operators by name, or by name and input shapes.
public final class OperatorBreakdowns {
    private OperatorBreakdowns() {}

    /// The shapes of an operator together.
    public static OperatorBreakdown byName(OperatorBreakdown byShape) {
        Map<String, OperatorBreakdown.Row> rows = new HashMap<>();
        for (OperatorBreakdown.Row row : byShape.rows()) {
            rows.merge(row.name(), row.withoutShapes(), OperatorBreakdown.Row::plus);
        }
        return summed(new ArrayList<>(rows.values()));
    }

    public static OperatorBreakdown byShape(
            HostTree tree, DeviceTime device, GpuTable gpu, Links links) {
        return summed(withReplayed(launched(tree, device), gpu, links));
    }

    private static List<OperatorBreakdown.Row> launched(HostTree tree, DeviceTime device) {
        HostTable host = tree.host();
        LongIndex groups = new LongIndex();
        List<long[]> sums = new ArrayList<>();
        List<Integer> firsts = new ArrayList<>();
        for (int row : tree.order()) {
            if (host.kind().get(row) != HostKind.OPERATOR.code()) {
                continue;
            }
            long key = ((long) host.name().code(row) << 32) | host.inputShapes().code(row);
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
            rows.add(row(host, firsts.get(group), sums.get(group)));
        }
        return rows;
    }

    /// What graphs replayed is added to the operators that it was captured in: their calls and GPU
    /// time, and no host time.
    private static List<OperatorBreakdown.Row> withReplayed(
            List<OperatorBreakdown.Row> rows, GpuTable gpu, Links links) {
        if (!links.anyReplayed()) {
            return rows;
        }
        Map<List<String>, long[]> replayed = new LinkedHashMap<>();
        for (int row = 0; row < gpu.size(); row++) {
            long nanos = gpu.durationNanos().get(row);
            links.replayedOperator(row)
                    .ifPresent(from -> {
                        long[] sum =
                                replayed.computeIfAbsent(
                                        List.of(from.operator(), Shapes.compact(from.shapes())),
                                        _ -> new long[2]);
                        sum[0] += from.first() ? 1 : 0;
                        sum[1] += nanos;
                    });
        }
        List<OperatorBreakdown.Row> all = new ArrayList<>();
        for (OperatorBreakdown.Row row : rows) {
            long[] more = replayed.remove(List.of(row.name(), row.inputShapes()));
            all.add(more == null ? row : row.and(more[0], more[1]));
        }
        replayed.forEach((key, sum) ->
                all.add(
                        new OperatorBreakdown.Row(
                                key.get(0), key.get(1), sum[0], 0, 0, sum[1], sum[1])));
        return all;
    }

    private static OperatorBreakdown.Row row(HostTable host, int first, long[] sum) {
        return new OperatorBreakdown.Row(
                host.name().get(first),
                Shapes.compact(host.inputShapes().get(first)),
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
