package dev.llmprof.report.reference;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.report.advice.AdviceWords;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.section.CountersSection;
import dev.llmprof.report.section.KernelCells;
import dev.llmprof.report.section.SourcesBlocks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The reference's kernel report: the time each kernel has in the run beside what ncu counted of
/// it, what bounds it, and what follows.
public final class KernelReport {
    private static final Cell UNTIMED = Cell.absent("no capture timed it");

    private KernelReport() {}

    /// A profiled kernel with one of its launch shapes.
    private record Line(KernelJoin join, KernelCounters counters) {
        double launchNanos() {
            return counters.fact(NcuFact.DURATION).orElse(0);
        }
    }

    /// Empty where ncu profiled nothing.
    public static Optional<Document> of(Findings findings) {
        List<Line> lines =
                findings.kernels().stream()
                        .flatMap(join -> join.counters().stream().map(c -> new Line(join, c)))
                        .toList();
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Document(
                        "Kernel report",
                        findings.title(),
                        List.of(
                                overview(findings.kernels(), lines),
                                setup(findings, lines),
                                new Section(
                                        "top", "Top Kernels by Total Time", List.of(top(lines))),
                                new Section(
                                        "classes",
                                        "Kernel Classification",
                                        List.of(classes(lines))),
                                new Section("duration", "Top by Duration", List.of(longest(lines))),
                                histograms(lines),
                                roofline(lines),
                                conclusions(findings))));
    }

    private static Section overview(List<KernelJoin> all, List<Line> lines) {
        List<KernelJoin> profiled = all.stream().filter(j -> !j.counters().isEmpty()).toList();
        double share = profiled.stream().mapToDouble(KernelJoin::share).sum();
        String timed =
                share > 0
                        ? " They have " + Cell.share(share).shown() + " of the kernel time."
                        : " No capture beside them says how much time they have.";
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                new Block.Paragraph(
                        ShownText.counted(profiled.size(), "kernel", "kernels")
                                + " of "
                                + all.size()
                                + " were profiled with ncu."
                                + timed));
        blocks.add(means(lines, share > 0));
        return new Section("overview", "Overview", blocks);
    }

    /// Weighted by each kernel's time where it is known: a rare kernel must not count as a hot one.
    private static Block means(List<Line> lines, boolean weighted) {
        List<List<Cell>> rows = new ArrayList<>();
        for (NcuFact fact : KernelCells.SHOWN) {
            double sum = 0;
            double weights = 0;
            for (Line line : lines) {
                var value = line.counters.fact(fact);
                double weight = weighted ? line.join.share() : 1;
                sum += value.isPresent() ? weight * value.getAsDouble() : 0;
                weights += value.isPresent() ? weight : 0;
            }
            if (weights > 0) {
                rows.add(
                        List.of(
                                Cell.text(KernelCells.title(fact)),
                                Cell.number(sum / weights / 100, Unit.FRACTION)));
            }
        }
        return new Block.Grid(
                weighted ? "Means weighted by kernel time, of peak" : "Means over kernels, of peak",
                List.of(Block.Column.words("of peak"), Block.Column.number("mean")),
                rows);
    }

    private static Section setup(Findings findings, List<Line> lines) {
        KernelCounters first = lines.getFirst().counters;
        List<List<Cell>> rows = new ArrayList<>();
        rows.add(List.of(Cell.text("Device"), Cell.text(first.device())));
        rows.add(List.of(Cell.text("Compute capability"), Cell.text(first.computeCapability())));
        rows.add(List.of(Cell.text("Program"), Cell.text(first.process())));
        SourcesBlocks.sources(findings)
                .forEach(source -> rows.add(List.of(Cell.text("Timed by"), Cell.text(source))));
        rows.add(List.of(Cell.text("Tool"), Cell.text(findings.provenance().llmprof())));
        return new Section(
                "setup",
                "Setup",
                List.of(
                        new Block.Grid(
                                "",
                                List.of(Block.Column.words("Key"), Block.Column.words("Value")),
                                rows)));
    }

    private static Block.Grid top(List<Line> lines) {
        List<Block.Column> columns = new ArrayList<>();
        columns.add(Block.Column.words("kernel"));
        columns.add(Block.Column.number("share"));
        columns.add(Block.Column.number("total"));
        columns.add(Block.Column.number("calls"));
        columns.add(Block.Column.words("bound by"));
        columns.addAll(KernelCells.columns());
        return new Block.Grid(
                "Times as the first source has them, counters of one launch",
                columns,
                lines.stream().map(KernelReport::row).toList());
    }

    private static List<Cell> row(Line line) {
        boolean timed = !line.join.times().isEmpty();
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.name(ShownText.shortened(KernelNames.brief(line.join.name()), 90)));
        cells.add(timed ? Cell.share(line.join.share()) : UNTIMED);
        cells.add(timed ? Cell.nanos(line.join.times().getFirst().nanos()) : UNTIMED);
        cells.add(timed ? Cell.count(line.join.times().getFirst().count()) : UNTIMED);
        cells.add(Cell.text(CountersSection.bound(line.counters)));
        cells.addAll(KernelCells.of(line.counters));
        return cells;
    }

    private static Block.Grid classes(List<Line> lines) {
        var kernels = new TreeMap<String, Long>();
        var shares = new TreeMap<String, Double>();
        for (Line line : lines) {
            String bound = CountersSection.bound(line.counters);
            kernels.merge(bound, 1L, Long::sum);
            shares.merge(bound, line.join.share(), Double::sum);
        }
        return new Block.Grid(
                "By ncu's own rules: memory is the busiest of DRAM, L2 and L1; latency where"
                        + " neither reaches 60 % of its peak",
                List.of(
                        Block.Column.words("bound by"),
                        Block.Column.number("kernels"),
                        Block.Column.number("share of the kernel time")),
                kernels.entrySet().stream()
                        .map(entry ->
                                List.of(
                                        Cell.text(entry.getKey()),
                                        Cell.count(entry.getValue()),
                                        Cell.share(shares.getOrDefault(entry.getKey(), 0.0))))
                        .toList());
    }

    private static Block.Grid longest(List<Line> lines) {
        return new Block.Grid(
                "One launch, as ncu timed it at its own clocks",
                List.of(
                        Block.Column.words("kernel"),
                        Block.Column.number("one launch"),
                        Block.Column.words("grid"),
                        Block.Column.words("block")),
                lines.stream()
                        .filter(line -> line.launchNanos() > 0)
                        .sorted(Comparator.comparingDouble(Line::launchNanos).reversed())
                        .map(line ->
                                List.of(
                                        Cell.name(
                                                ShownText.shortened(
                                                        KernelNames.brief(line.join.name()), 90)),
                                        Cell.nanos(line.launchNanos()),
                                        Cell.text(line.counters.grid()),
                                        Cell.text(line.counters.block())))
                        .toList());
    }

    private static Section histograms(List<Line> lines) {
        List<Block.Link> links = new ArrayList<>();
        for (NcuFact fact : NcuFact.values()) {
            if (lines.stream().anyMatch(line -> line.counters.fact(fact).isPresent())) {
                String file = "histograms/" + fact.column() + ".svg";
                links.add(new Block.Link(fact.column(), file));
            }
        }
        return new Section("histograms", "Histograms", List.of(new Block.Links(links)));
    }

    private static Section roofline(List<Line> lines) {
        List<Block> blocks = new ArrayList<>();
        List<Line> placed =
                lines.stream().filter(line -> line.counters.roofline().isPresent()).toList();
        blocks.add(
                new Block.Paragraph(
                        ShownText.counted(placed.size(), "kernel has its", "kernels have their")
                                + " operations counted; bytes are bytes of DRAM traffic, converted"
                                + " from the unit of each row."));
        List<Block.Link> links = new ArrayList<>();
        boolean hasRoof =
                lines.stream()
                        .anyMatch(line ->
                                line.counters.peakBytesPerSecond().isPresent()
                                        && line.counters.peakFp32PerSecond().isPresent());
        if (hasRoof && !placed.isEmpty()) {
            links.add(new Block.Link("all, FLOP/s", "roofline_scatter_physical.svg"));
        }
        links.add(new Block.Link("all, % of peak", "roofline_scatter_normalized.svg"));
        blocks.add(new Block.Links(links));
        blocks.add(
                new Block.Grid(
                        "Kernels on the roofline",
                        List.of(
                                Block.Column.words("kernel"),
                                Block.Column.words("id"),
                                Block.Column.number("FLOP/B"),
                                Block.Column.number("FLOP/s")),
                        placed.stream().map(KernelReport::placed).toList()));
        return new Section("roofline", "Roofline", blocks);
    }

    private static List<Cell> placed(Line line) {
        KernelCounters.Point point = line.counters.roofline().orElseThrow();
        return List.of(
                Cell.name(ShownText.shortened(KernelNames.brief(line.join.name()), 90)),
                Cell.text(line.counters.id()),
                new Cell.Decimal(point.flopsPerByte(), 2),
                Cell.number(point.flopsPerSecond(), Unit.FLOPS_PER_SECOND));
    }

    private static Section conclusions(Findings findings) {
        List<String> items = new ArrayList<>();
        findings.advice().stream().map(AdviceWords::sentence).forEach(items::add);
        return new Section(
                "conclusions",
                "Conclusions and Recommendations",
                List.of(
                        items.isEmpty()
                                ? new Block.Paragraph(
                                        "No number of this profile calls for a change.")
                                : new Block.Bullets(items)));
    }
}
