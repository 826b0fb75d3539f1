package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.GpuTables;
import dev.llmprof.report.table.HostTables;
import dev.llmprof.report.table.ResultTable;
import dev.llmprof.trace.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// What the terminal shows about one trace: busy and idle, phases, the longest kernels and
/// operators, and how much of it is explained.
final class Screen {
    private final Capture trace;
    private final int top;
    private final List<Block> blocks = new ArrayList<>();

    private Screen(Capture trace, int top) {
        this.trace = trace;
        this.top = top;
    }

    static List<Block> of(Capture trace, Optional<GraphAttribution> graph, int top) {
        Screen screen = new Screen(trace, top);
        screen.title();
        screen.timeline();
        screen.phases();
        screen.kernels();
        screen.operators();
        graph.ifPresent(screen::graph);
        screen.explained(graph.map(GraphAttribution::attributedNanos).orElse(0L));
        trace.origin().reading().remarks().forEach(remark -> screen.note(remark));
        return screen.blocks;
    }

    private void title() {
        List<String> parts = new ArrayList<>();
        parts.add(trace.origin().source());
        trace.origin().devices().stream()
                .map(Device::name)
                .filter(name -> !name.isEmpty())
                .distinct()
                .forEach(parts::add);
        trace.origin().rank().ifPresent(rank -> parts.add("rank " + rank.rank()));
        parts.add(count(trace.origin().reading().events()) + " events");
        blocks.add(new Block.Heading(String.join(" · ", parts)));
    }

    private void timeline() {
        GpuTimeline gpu = trace.gpu().timeline();
        if (gpu.spanNanos() == 0) {
            line("no GPU work; host " + time(trace.host().spanNanos()));
            return;
        }
        line(
                String.format(
                        Locale.ROOT,
                        "GPU busy %s of %s (%s) · computation %s · communication %s (%s exposed) · copies %s (%s exposed)",
                        time(gpu.busyNanos()),
                        time(gpu.spanNanos()),
                        percent(gpu.busyNanos(), gpu.spanNanos()),
                        time(gpu.computationNanos()),
                        time(gpu.communicationNanos()),
                        time(gpu.exposedCommunicationNanos()),
                        time(gpu.copyNanos()),
                        time(gpu.exposedCopyNanos())));
        long host =
                trace.gpu().idle().streams().stream().mapToLong(Idle.Stream::hostWaitNanos).sum();
        long kernel =
                trace.gpu().idle().streams().stream().mapToLong(Idle.Stream::kernelWaitNanos).sum();
        long other = trace.gpu().idle().streams().stream().mapToLong(Idle.Stream::otherNanos).sum();
        line(
                String.format(
                        Locale.ROOT,
                        "idle %s · gaps on streams: waiting for the host %s, between kernels %s, other %s · launches %s, %s shorter than their call",
                        time(gpu.idleNanos()),
                        time(host),
                        time(kernel),
                        time(other),
                        count(trace.host().launches().pairs()),
                        count(trace.host().launches().shortKernels())));
    }

    private void phases() {
        if (trace.marked().phases().parts().isEmpty()) {
            return;
        }
        blocks.add(new Block.Paragraph(""));
        List<List<Cell>> rows = new ArrayList<>();
        for (Phases.Part part : trace.marked().phases().parts()) {
            rows.add(
                    List.of(
                            Cell.text(part.name()),
                            Cell.count(part.steps()),
                            Cell.nanos(part.hostNanos()),
                            Cell.nanos(part.gpuBusyNanos()),
                            Cell.count(part.gpuEvents()),
                            Cell.name(hottest(part))));
        }
        grid(
                rows,
                Block.Column.words("phase"),
                Block.Column.number("steps"),
                Block.Column.number("host"),
                Block.Column.number("GPU busy"),
                Block.Column.number("GPU events"),
                Block.Column.words("hottest operator"));
    }

    private static String hottest(Phases.Part part) {
        return part.operators().isEmpty() ? "–" : part.operators().getFirst().name();
    }

    private void kernels() {
        List<GpuTables.KernelRow> longest =
                GpuTables.kernels(trace.gpu().kernels()).stream().limit(top).toList();
        long shown = longest.stream().mapToLong(row -> row.kernel().spread().totalNanos()).sum();
        coverage(
                "kernel names",
                longest.size(),
                trace.gpu().kernels().rows().size(),
                shown,
                trace.gpu().kernels().totalNanos());
        grid(
                GpuTables.KERNELS,
                longest.stream().map(Screen::brief).toList(),
                "total_ns",
                "share",
                "count",
                "mean_ns",
                "category",
                "name");
    }

    private static GpuTables.KernelRow brief(GpuTables.KernelRow row) {
        KernelBreakdown.Row kernel = row.kernel();
        return new GpuTables.KernelRow(
                new KernelBreakdown.Row(
                        KernelNames.brief(kernel.name()), kernel.category(), kernel.spread()),
                row.allNanos());
    }

    private void operators() {
        boolean gpu = trace.host().operators().deviceNanos() > 0;
        List<OperatorBreakdown.Row> all =
                gpu ? trace.host().operators().byDevice() : trace.host().operators().rows();
        List<OperatorBreakdown.Row> longest = all.stream().limit(top).toList();
        ToLongFunction<OperatorBreakdown.Row> size =
                gpu ? OperatorBreakdown.Row::deviceNanos : OperatorBreakdown.Row::selfHostNanos;
        coverage(
                "operators",
                longest.size(),
                all.size(),
                longest.stream().mapToLong(size).sum(),
                gpu ? trace.conservation().gpuNanos() : trace.host().operators().selfHostNanos());
        grid(
                HostTables.OPERATORS,
                longest,
                "device_ns",
                "self_cpu_ns",
                "total_cpu_ns",
                "calls",
                "name");
    }

    private void graph(GraphAttribution graph) {
        blocks.add(new Block.Paragraph(""));
        line(
                String.format(
                        Locale.ROOT,
                        "graph replays: %s in %s kernels, split by %s (confidence %.2f): %s",
                        time(graph.sumNanos()),
                        count(graph.gpuEvents()),
                        graph.method(),
                        graph.confidence(),
                        graph.reason()));
        List<List<Cell>> rows = new ArrayList<>();
        for (GraphAttribution.Row row : graph.rows().stream().limit(top).toList()) {
            rows.add(
                    List.of(
                            Cell.nanos(row.sumNanos()),
                            Cell.share((double) row.sumNanos() / Math.max(1, graph.sumNanos())),
                            Cell.count(row.gpuEvents()),
                            Cell.text(row.module()),
                            Cell.name(row.operator())));
        }
        grid(
                rows,
                Block.Column.number("time"),
                Block.Column.number("share"),
                Block.Column.number("kernels"),
                Block.Column.words("module"),
                Block.Column.words("operator in the graph"));
    }

    private void explained(long inGraphs) {
        if (trace.conservation().gpuNanos() == 0) {
            return;
        }
        List<String> levels = new ArrayList<>();
        for (var level : trace.conservation().levels()) {
            String share = percent(level.explainedNanos(), trace.conservation().gpuNanos());
            levels.add(level.name() + " " + share);
        }
        if (inGraphs > 0) {
            levels.add("in graphs " + percent(inGraphs, trace.conservation().gpuNanos()));
        }
        String total = time(trace.conservation().gpuNanos());
        boolean holds = trace.conservation().holds();
        line(
                "of "
                        + total
                        + " GPU time: "
                        + String.join(" · ", levels)
                        + (holds ? "" : " · levels do not add up"));
    }

    /// How much of the whole the rows below are.
    private void coverage(String what, int shown, int all, long part, long whole) {
        if (shown > 0) {
            blocks.add(new Block.Paragraph(""));
            line(
                    String.format(
                            Locale.ROOT,
                            "%s: %d of %s, %s of %s",
                            what,
                            shown,
                            count(all),
                            percent(part, whole),
                            time(whole)));
        }
    }

    private void grid(List<List<Cell>> rows, Block.Column... columns) {
        if (!rows.isEmpty()) {
            blocks.add(new Block.Grid("", List.of(columns), rows));
        }
    }

    private <T> void grid(ResultTable<T> table, List<T> rows, String... columns) {
        if (!rows.isEmpty()) {
            blocks.add(table.grid("", rows, rows.size(), columns));
        }
    }

    private void line(String text) {
        blocks.add(new Block.Paragraph(text));
    }

    private void note(String text) {
        blocks.add(new Block.Note(Block.Tone.WARNING, text));
    }

    private static String time(long nanos) {
        return Numbers.text((double) nanos, Unit.NANOSECONDS);
    }

    private static String count(long count) {
        return Numbers.text((double) count, Unit.COUNT);
    }

    private static String percent(long part, long whole) {
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / Math.max(1, whole));
    }
}
