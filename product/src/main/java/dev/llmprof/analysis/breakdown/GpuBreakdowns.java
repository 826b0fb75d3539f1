package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Sums GPU events by name and by category.
public final class GpuBreakdowns {
    private GpuBreakdowns() {}

    /// A kernel that does several things stands under the one that takes most of its time. Graphs
    /// that were recorded whole stand among them, each as one.
    public static KernelBreakdown kernels(GpuTable gpu, EventKinds kinds) {
        int[] rows = of(gpu, GpuKind.KERNEL, GpuKind.GRAPH);
        long[][] groups = groups(gpu, rows);
        KernelCategory[] main = main(gpu, kinds, rows);
        List<KernelBreakdown.Row> table = new ArrayList<>();
        long total = 0;
        for (int code = 0; code < groups.length; code++) {
            if (groups[code].length > 0) {
                String name = gpu.name().symbols().text(code);
                Spread spread = Spreads.of(groups[code]);
                table.add(new KernelBreakdown.Row(name, main[code], spread));
                total += spread.totalNanos();
            }
        }
        table.sort(order(row -> row.spread().totalNanos(), KernelBreakdown.Row::name));
        return new KernelBreakdown(rows.length, total, table);
    }

    public static MemoryBreakdown memory(GpuTable gpu, GpuKind kind) {
        int[] rows = of(gpu, kind, kind);
        long[][] groups = groups(gpu, rows);
        long[] bytes = new long[groups.length];
        for (int row : rows) {
            bytes[gpu.name().code(row)] += gpu.bytes().get(row);
        }
        List<MemoryBreakdown.Row> table = new ArrayList<>();
        long total = 0;
        long allBytes = 0;
        for (int code = 0; code < groups.length; code++) {
            if (groups[code].length > 0) {
                Spread spread = Spreads.of(groups[code]);
                table.add(
                        new MemoryBreakdown.Row(
                                gpu.name().symbols().text(code), bytes[code], spread));
                total += spread.totalNanos();
                allBytes += bytes[code];
            }
        }
        table.sort(order(row -> row.spread().totalNanos(), MemoryBreakdown.Row::name));
        return new MemoryBreakdown(rows.length, total, allBytes, table);
    }

    private static KernelCategory[] main(GpuTable gpu, EventKinds kinds, int[] rows) {
        KernelCategory[] main = new KernelCategory[gpu.name().symbols().size()];
        Map<Integer, Map<KernelCategory, Long>> several = new HashMap<>();
        for (int row : rows) {
            int code = gpu.name().code(row);
            main[code] = main[code] == null ? kinds.at(row) : main[code];
            if (main[code] != kinds.at(row)) {
                several.computeIfAbsent(code, _ -> new EnumMap<>(KernelCategory.class));
            }
        }
        for (int row : several.isEmpty() ? new int[0] : rows) {
            Map<KernelCategory, Long> nanos = several.get(gpu.name().code(row));
            if (nanos != null) {
                nanos.merge(kinds.at(row), gpu.durationNanos().get(row), Long::sum);
            }
        }
        several.forEach((code, nanos) ->
                main[code] =
                        nanos.entrySet().stream()
                                .max(Map.Entry.comparingByValue())
                                .orElseThrow()
                                .getKey());
        return main;
    }

    /// Event by event, for the operator decides what a kernel does.
    public static CategoryBreakdown categories(GpuTable gpu, EventKinds kinds) {
        Map<KernelCategory, long[]> sums = new EnumMap<>(KernelCategory.class);
        long total = 0;
        for (int row = 0; row < gpu.size(); row++) {
            long nanos = gpu.durationNanos().get(row);
            long[] sum = sums.computeIfAbsent(kinds.at(row), _ -> new long[4]);
            boolean brief =
                    nanos < CategoryBreakdown.SHORT_NANOS
                            && gpu.kind().get(row) == GpuKind.KERNEL.code();
            sum[0]++;
            sum[1] += nanos;
            sum[2] += brief ? 1 : 0;
            sum[3] += brief ? nanos : 0;
            total += nanos;
        }
        List<CategoryBreakdown.Row> rows = new ArrayList<>();
        sums.forEach((category, sum) ->
                rows.add(new CategoryBreakdown.Row(category, sum[0], sum[1], sum[2], sum[3])));
        rows.sort(order(CategoryBreakdown.Row::totalNanos, row -> row.category().label()));
        return new CategoryBreakdown(total, rows);
    }

    /// The largest first, then by name.
    public static <T> Comparator<T> order(
            java.util.function.ToLongFunction<T> size,
            java.util.function.Function<T, String> name) {
        return Comparator.comparingLong(size).reversed().thenComparing(name, Names.BY_CODE_POINT);
    }

    private static int[] of(GpuTable gpu, GpuKind one, GpuKind other) {
        return Rows.where(
                gpu.size(),
                row -> gpu.kind().get(row) == one.code() || gpu.kind().get(row) == other.code());
    }

    private static long[][] groups(GpuTable gpu, int[] rows) {
        int codes = gpu.name().symbols().size();
        return Spreads.byCode(rows, gpu.name().codes(), codes, gpu.durationNanos());
    }
}
