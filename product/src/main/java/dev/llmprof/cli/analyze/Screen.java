package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.section.HottestBlocks;
import dev.llmprof.report.section.PathSection;
import dev.llmprof.report.section.RangesSection;
import dev.llmprof.trace.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// What the terminal shows about one trace: busy and idle, phases, the longest kernels and
/// operators, and how much of it is explained.
final class Screen {
    private static final int MOST_ROWS = 10;
    private static final int FEWEST_ROWS = 3;
    private static final int ROWS = 12;
    private final Capture trace;
    private final int top;
    private final List<Block> blocks = new ArrayList<>();

    private Screen(Capture trace, int top) {
        this.trace = trace;
        this.top = top;
    }

    static List<Block> of(Capture trace, Optional<GraphAttribution> graph, OptionalInt top) {
        Screen screen = new Screen(trace, top.orElseGet(() -> fitting(trace, graph)));
        screen.title();
        boolean gpu = trace.gpu().timeline().spanNanos() > 0;
        List<String> remarks = trace.remarks();
        if (!gpu) {
            remarks.forEach(screen::note);
        }
        screen.times();
        screen.blocks.addAll(PhaseScreen.of(trace));
        screen.blocks.addAll(RangesSection.brief(trace, screen.top));
        screen.blocks.addAll(HottestBlocks.kernels(trace, screen.top));
        screen.blocks.addAll(HottestBlocks.operators(trace, screen.top));
        screen.blocks.addAll(RateLines.of(trace.host().rates(), screen.top));
        graph.ifPresent(screen::graph);
        screen.explained();
        if (gpu) {
            remarks.forEach(screen::note);
        }
        return screen.blocks;
    }

    /// A capture of graphs beside a run says nothing of the run's time.
    static List<Block> ofGraphs(Capture trace) {
        Screen screen = new Screen(trace, 0);
        screen.title();
        screen.times();
        trace.remarks().forEach(screen::note);
        return screen.blocks;
    }

    private void times() {
        if (trace.gpu().graphLaunches().isOfCapture()) {
            line(
                    "GPU busy "
                            + time(trace.gpu().timeline().busyNanos())
                            + ": not a run, it shows which operators the graphs were captured from");
        } else {
            blocks.addAll(GpuLines.of(trace));
            blocks.addAll(PathSection.brief(trace));
        }
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
        trace.origin()
                .parallelRank()
                .ifPresent(rank ->
                        rank.places()
                                .forEach((way, place) -> {
                                    if (!way.equals("rank")) {
                                        parts.add(way + " " + place);
                                    }
                                }));
        trace.origin().servedFile().phase().ifPresent(phase -> parts.add(phase + " only"));
        if (trace.origin().servedFile().merged()) {
            parts.add("ranks merged");
        }
        if (!trace.marked().role().label().isEmpty()) {
            parts.add(trace.marked().role().label());
        }
        parts.add(count(trace.origin().reading().events()) + " events");
        if (trace.gpu().graphLaunches().isOfCapture()) {
            parts.add("graphs being captured");
        }
        blocks.add(new Block.Heading(String.join(" · ", parts)));
    }

    private void graph(GraphAttribution graph) {
        blocks.add(new Block.Paragraph(""));
        line(
                String.format(
                        Locale.ROOT,
                        "graph replays: %s (%s of the GPU time) in %s kernels, split by %s"
                                + " (confidence %.2f): %s",
                        time(graph.sumNanos()),
                        percent(graph.sumNanos(), trace.conservation().gpuNanos()),
                        count(graph.gpuEvents()),
                        graph.method(),
                        graph.confidence(),
                        graph.reason()));
        // One module around all of them tells nothing that the operators do not.
        if (graph.rows().stream().map(GraphAttribution.Row::module).distinct().count() < 2) {
            return;
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (GraphAttribution.Row row : graph.rows().stream().limit(top).toList()) {
            rows.add(
                    List.of(
                            Cell.nanos(row.sumNanos()),
                            Cell.share(
                                    (double) row.sumNanos()
                                            / Math.max(1, trace.conservation().gpuNanos())),
                            Cell.count(row.gpuEvents()),
                            Cell.text(row.module()),
                            Cell.name(row.operator())));
        }
        grid(
                rows,
                Block.Column.number("time"),
                Block.Column.number("of GPU time"),
                Block.Column.number("kernels"),
                Block.Column.words("module"),
                Block.Column.words("operator in the graph"));
    }

    /// The more tables there are, the fewer rows each has: together they fill a screen.
    private static int fitting(Capture trace, Optional<GraphAttribution> graph) {
        long tables =
                Stream.of(
                                !trace.marked().namedRanges().isEmpty(),
                                !trace.gpu().kernels().rows().isEmpty(),
                                !trace.host().operators().rows().isEmpty(),
                                !RateLines.of(trace.host().rates(), 1).isEmpty(),
                                graph.isPresent())
                        .filter(there -> there)
                        .count();
        return tables <= 2 ? MOST_ROWS : Math.max(FEWEST_ROWS, (int) (ROWS / tables));
    }

    private void explained() {
        if (trace.conservation().gpuNanos() == 0) {
            return;
        }
        List<String> levels = new ArrayList<>();
        for (var level : trace.namedLevels()) {
            String share = percent(level.explainedNanos(), trace.conservation().gpuNanos());
            levels.add(level.name() + " " + share);
        }
        long inGraphs = trace.gpu().graphLaunches().sumNanos();
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

    private void grid(List<List<Cell>> rows, Block.Column... columns) {
        if (!rows.isEmpty()) {
            blocks.add(new Block.Grid("", List.of(columns), rows));
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
