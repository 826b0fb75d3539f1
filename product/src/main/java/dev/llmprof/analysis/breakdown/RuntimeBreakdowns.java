package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.List;

/// Sums runtime and driver calls by name.
public final class RuntimeBreakdowns {
    private RuntimeBreakdowns() {}

    public static RuntimeBreakdown of(HostTree tree) {
        HostTable host = tree.host();
        int names = host.name().symbols().size();
        long[] calls = new long[names];
        long[] total = new long[names];
        long[] self = new long[names];
        for (int row : tree.order()) {
            if (host.kindOf(row).isCall()) {
                int name = host.name().code(row);
                calls[name]++;
                total[name] += host.durationNanos().get(row);
                self[name] += tree.selfNanos(row);
            }
        }
        List<RuntimeBreakdown.Row> rows = new ArrayList<>();
        for (int name = 0; name < names; name++) {
            if (calls[name] > 0) {
                String text = host.name().symbols().text(name);
                rows.add(new RuntimeBreakdown.Row(text, calls[name], total[name], self[name]));
            }
        }
        rows.sort(
                GpuBreakdowns.order(RuntimeBreakdown.Row::totalNanos, RuntimeBreakdown.Row::name));
        return new RuntimeBreakdown(
                rows.stream().mapToLong(RuntimeBreakdown.Row::calls).sum(),
                rows.stream().mapToLong(RuntimeBreakdown.Row::totalNanos).sum(),
                rows);
    }
}
