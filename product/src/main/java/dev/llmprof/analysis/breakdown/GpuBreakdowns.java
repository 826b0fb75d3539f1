package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.kernel.KernelCategories;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Sums GPU events by name and by category.
public final class GpuBreakdowns {
    private GpuBreakdowns() {}

    public static KernelBreakdown kernels(GpuTable gpu) {
        int[] rows = of(gpu, GpuKind.KERNEL);
        long[][] groups = groups(gpu, rows);
        List<KernelBreakdown.Row> table = new ArrayList<>();
        long total = 0;
        for (int code = 0; code < groups.length; code++) {
            if (groups[code].length > 0) {
                String name = gpu.name().symbols().text(code);
                Spread spread = Spreads.of(groups[code]);
                table.add(new KernelBreakdown.Row(name, KernelCategories.of(name), spread));
                total += spread.totalNanos();
            }
        }
        table.sort(order(row -> row.spread().totalNanos(), KernelBreakdown.Row::name));
        return new KernelBreakdown(rows.length, total, table);
    }

    public static MemoryBreakdown memory(GpuTable gpu, GpuKind kind) {
        int[] rows = of(gpu, kind);
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

    public static CategoryBreakdown categories(
            KernelBreakdown kernels, MemoryBreakdown copies, MemoryBreakdown sets) {
        Map<KernelCategory, long[]> sums = new EnumMap<>(KernelCategory.class);
        for (KernelBreakdown.Row row : kernels.rows()) {
            add(sums, row.category(), row.spread().count(), row.spread().totalNanos());
        }
        add(sums, KernelCategory.COPY, copies.count(), copies.totalNanos());
        add(sums, KernelCategory.SET, sets.count(), sets.totalNanos());
        List<CategoryBreakdown.Row> rows = new ArrayList<>();
        sums.forEach(
                (category, sum) -> rows.add(new CategoryBreakdown.Row(category, sum[0], sum[1])));
        rows.removeIf(row -> row.count() == 0);
        rows.sort(order(CategoryBreakdown.Row::totalNanos, row -> row.category().label()));
        long total = kernels.totalNanos() + copies.totalNanos() + sets.totalNanos();
        return new CategoryBreakdown(total, rows);
    }

    private static void add(
            Map<KernelCategory, long[]> sums, KernelCategory category, long count, long nanos) {
        long[] sum = sums.computeIfAbsent(category, _ -> new long[2]);
        sum[0] += count;
        sum[1] += nanos;
    }

    /// The largest first, then by name.
    public static <T> Comparator<T> order(
            java.util.function.ToLongFunction<T> size,
            java.util.function.Function<T, String> name) {
        return Comparator.comparingLong(size).reversed().thenComparing(name, Names.BY_CODE_POINT);
    }

    private static int[] of(GpuTable gpu, GpuKind kind) {
        return Rows.where(gpu.size(), row -> gpu.kind().get(row) == kind.code());
    }

    private static long[][] groups(GpuTable gpu, int[] rows) {
        int codes = gpu.name().symbols().size();
        return Spreads.byCode(rows, gpu.name().codes(), codes, gpu.durationNanos());
    }
}
