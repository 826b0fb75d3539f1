package dev.llmprof.report.section;

import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.GpuTables;
import dev.llmprof.report.table.HostTables;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/// The kernels and operators that take longest, as a terminal shows them, and how much of the whole
/// they are.
public final class HottestBlocks {

    private HottestBlocks() {}

    public static List<Block> kernels(Capture capture, int top) {
        KernelBreakdown all = capture.gpu().kernels();
        List<GpuTables.KernelRow> longest =
                GpuTables.kernels(all).stream().limit(top).map(HottestBlocks::brief).toList();
        if (longest.isEmpty()) {
            return List.of();
        }
        long shown = longest.stream().mapToLong(row -> row.kernel().spread().totalNanos()).sum();
        return List.of(
                new Block.Paragraph(""),
                coverage(
                        "kernel names", longest.size(), all.rows().size(), shown, all.totalNanos()),
                GpuTables.KERNELS.grid(
                        "",
                        longest,
                        longest.size(),
                        "total_ns",
                        "share",
                        "count",
                        "mean_ns",
                        "category",
                        "name"));
    }

    private static GpuTables.KernelRow brief(GpuTables.KernelRow row) {
        KernelBreakdown.Row kernel = row.kernel();
        return new GpuTables.KernelRow(
                new KernelBreakdown.Row(
                        KernelNames.brief(kernel.name()), kernel.category(), kernel.spread()),
                row.allNanos());
    }

    /// By GPU time where there is any, else by time of their own on the host.
    public static List<Block> operators(Capture capture, int top) {
        OperatorBreakdown operators = capture.host().operators();
        boolean gpu = operators.deviceNanos() > 0;
        List<OperatorBreakdown.Row> all = gpu ? operators.byDevice() : operators.rows();
        List<OperatorBreakdown.Row> longest = all.stream().limit(top).toList();
        if (longest.isEmpty()) {
            return List.of();
        }
        ToLongFunction<OperatorBreakdown.Row> size =
                gpu ? OperatorBreakdown.Row::deviceNanos : OperatorBreakdown.Row::selfHostNanos;
        return List.of(
                new Block.Paragraph(""),
                coverage(
                        "operators",
                        longest.size(),
                        all.size(),
                        longest.stream().mapToLong(size).sum(),
                        gpu ? capture.conservation().gpuNanos() : operators.selfHostNanos()),
                HostTables.OPERATORS.grid("", longest, longest.size(), columns(gpu)));
    }

    private static String[] columns(boolean gpu) {
        return gpu
                ? new String[] {"device_ns", "self_cpu_ns", "total_cpu_ns", "calls", "name"}
                : new String[] {"self_cpu_ns", "total_cpu_ns", "calls", "name"};
    }

    /// How much of the whole the rows below are.
    private static Block coverage(String what, int shown, int all, long part, long whole) {
        return new Block.Paragraph(
                String.format(
                        Locale.ROOT,
                        "%s: %d of %s, %.1f %% of %s",
                        what,
                        shown,
                        Numbers.text((double) all, Unit.COUNT),
                        100.0 * part / Math.max(1, whole),
                        Numbers.text((double) whole, Unit.NANOSECONDS)));
    }
}
