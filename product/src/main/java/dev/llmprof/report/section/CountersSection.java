package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.source.KernelTimes;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What ncu counted, beside the time each kernel has in the run, and ncu's own advice.
public final class CountersSection {
    /// What is said of less could save next to nothing.
    private static final double LEAST_SHARE = .01;

    private CountersSection() {}

    public static Section of(Findings findings, int limit) {
        List<KernelJoin> profiled =
                findings.kernels().stream().filter(join -> !join.counters().isEmpty()).toList();
        if (profiled.isEmpty()) {
            return Missing.section(
                    "counters",
                    "Kernel counters",
                    "No kernel was profiled with ncu.",
                    "pipeline.ncu.enable=true, or llmprof kernels … -- COMMAND, then analyze its"
                            + " folder beside the trace");
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(coverage(profiled));
        blocks.addAll(CoverageBlocks.of(findings.trust().coverage(), limit));
        blocks.add(classes(profiled));
        blocks.add(table(profiled, limit));
        blocks.add(new Block.Heading("ncu's own advice"));
        blocks.add(advice(profiled, limit));
        return new Section("counters", "Kernel counters", blocks);
    }

    /// Of what was only counted: where most time is, and what bounds it there.
    static List<Block> hottest(Findings findings) {
        return findings.kernels().stream()
                .filter(join -> !join.counters().isEmpty() && join.share() > 0)
                .max(Comparator.comparingDouble(KernelJoin::share))
                .<Block>map(join ->
                        new Block.Paragraph(
                                "The hottest kernel takes "
                                        + Cell.share(join.share()).shown()
                                        + " of the kernel time, "
                                        + bounded(join.counters().getFirst())
                                        + ": "
                                        + ShownText.shortened(KernelNames.brief(join.name()), 120)))
                .stream()
                .toList();
    }

    private static String bounded(KernelCounters counters) {
        String reached =
                Stream.of(NcuFact.SM_THROUGHPUT, NcuFact.MEMORY_THROUGHPUT)
                        .filter(fact -> counters.fact(fact).isPresent())
                        .map(fact ->
                                KernelCells.title(fact)
                                        + " "
                                        + KernelCells.percent(counters, fact).shown())
                        .collect(Collectors.joining(", "));
        return "bound by " + bound(counters) + (reached.isEmpty() ? "" : " (" + reached + ")");
    }

    private static Block coverage(List<KernelJoin> profiled) {
        double share = profiled.stream().mapToDouble(KernelJoin::share).sum();
        String timed =
                share == 0
                        ? " No capture beside it says how much time they have."
                        : alone(profiled)
                                ? " Their times are ncu's own, at the clocks it fixed; shares are"
                                        + " of what it profiled."
                                : " They have "
                                        + Cell.share(share).shown()
                                        + " of the kernel time.";
        return new Block.Paragraph(
                ShownText.counted(profiled.size(), "kernel was", "kernels were")
                        + " profiled with ncu."
                        + timed
                        + " A class says what bounds a kernel: compute or memory, where memory is"
                        + " the busiest of DRAM, L2 and L1; latency where neither reaches 60 % of"
                        + " its peak.");
    }

    private static boolean alone(List<KernelJoin> profiled) {
        return profiled.stream()
                .flatMap(join -> join.times().stream())
                .allMatch(time -> time.tool().equals(KernelTimes.PROFILED));
    }

    /// Time by class, where time is known; else kernels by class.
    private static Block classes(List<KernelJoin> profiled) {
        var nanos = new TreeMap<String, Double>();
        boolean timed = profiled.stream().anyMatch(join -> !join.times().isEmpty());
        for (KernelJoin join : profiled) {
            double weight =
                    !timed
                            ? 1
                            : join.times().isEmpty() ? 0 : (double) join.times().getFirst().nanos();
            nanos.merge(bound(join.counters().getFirst()), weight, Double::sum);
        }
        return new Block.Figure(
                timed ? "Kernel time by what bounds it" : "Kernels by what bounds them",
                "Of the profiled kernels.",
                new Chart.Bars(
                        timed ? Unit.NANOSECONDS : Unit.PLAIN,
                        false,
                        List.copyOf(nanos.keySet()),
                        List.of(
                                new Chart.Bars.Series(
                                        timed ? "time" : "kernels", List.copyOf(nanos.values())))));
    }

    public static String bound(KernelCounters counters) {
        String limiter = counters.boundBy().limiter();
        String label = counters.boundBy().bound().label().replace("_bound", "");
        return label.equals("memory") && !limiter.isEmpty() ? "memory (" + limiter + ")" : label;
    }

    static Block.Grid table(List<KernelJoin> profiled, int limit) {
        List<List<Cell>> rows = new ArrayList<>();
        for (KernelJoin join : profiled) {
            join.counters().forEach(counters -> rows.add(row(join, counters)));
        }
        List<Block.Column> columns = new ArrayList<>();
        columns.add(Block.Column.words("kernel"));
        columns.add(
                Block.Column.number("share")
                        .meaning("of the kernel time in the first source that timed it"));
        columns.add(Block.Column.number("total").meaning("all launches, as timed in the run"));
        columns.add(Block.Column.number("calls"));
        columns.add(Block.Column.words("bound by"));
        columns.addAll(KernelCells.columns());
        return new Block.Grid(
                "Profiled kernels, the most time first",
                columns,
                rows.stream().limit(limit).toList(),
                Math.max(0, rows.size() - limit));
    }

    private static List<Cell> row(KernelJoin join, KernelCounters counters) {
        Cell untimed = Cell.absent("no capture timed it");
        boolean timed = !join.times().isEmpty();
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.name(join.name()));
        cells.add(timed ? Cell.share(join.share()) : untimed);
        cells.add(timed ? Cell.nanos(join.times().getFirst().nanos()) : untimed);
        cells.add(timed ? Cell.count(join.times().getFirst().count()) : untimed);
        cells.add(Cell.text(bound(counters)));
        cells.addAll(KernelCells.of(counters));
        return cells;
    }

    private record Said(String kernel, double share, KernelCounters.Rule rule) {
        double weight() {
            return share * rule.speedupPercent().orElse(0);
        }
    }

    private static Block advice(List<KernelJoin> profiled, int limit) {
        List<Said> all = new ArrayList<>();
        boolean timed = profiled.stream().anyMatch(join -> join.share() > 0);
        for (KernelJoin join : profiled) {
            if (timed && join.share() < LEAST_SHARE) {
                continue;
            }
            for (KernelCounters counters : join.counters()) {
                counters.advice()
                        .forEach(rule -> all.add(new Said(join.name(), join.share(), rule)));
            }
        }
        if (all.isEmpty()) {
            return new Block.Paragraph("ncu had none for kernels with 1 % of the time or more.");
        }
        List<List<Cell>> rows =
                all.stream()
                        .sorted(
                                Comparator.comparingDouble(Said::weight)
                                        .reversed()
                                        .thenComparing(Said::kernel))
                        .limit(limit)
                        .map(CountersSection::row)
                        .toList();
        return new Block.Grid(
                "By estimated speedup times the kernel's share; none for kernels with less than 1 %"
                        + " of the time",
                List.of(
                        Block.Column.words("kernel"),
                        Block.Column.words("rule"),
                        Block.Column.words("kind"),
                        Block.Column.number("speedup").meaning("ncu's own estimate"),
                        Block.Column.words("advice")),
                rows,
                all.size() - rows.size());
    }

    private static List<Cell> row(Said said) {
        return List.of(
                Cell.name(ShownText.shortened(KernelNames.brief(said.kernel()), 80)),
                Cell.text(said.rule().name()),
                Cell.text(said.rule().kind().toLowerCase(Locale.ROOT)),
                said.rule().speedupPercent().isPresent()
                        ? Cell.number(
                                said.rule().speedupPercent().getAsDouble() / 100, Unit.FRACTION)
                        : Cell.absent("no estimate"),
                Cell.text(said.rule().message()));
    }
}
