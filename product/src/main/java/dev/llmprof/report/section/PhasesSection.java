package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Names;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Prefill, decode and the vision stages beside each other.
public final class PhasesSection {

    private PhasesSection() {}

    public static Section of(Findings findings) {
        List<Phases.Part> parts = parts(findings);
        if (parts.isEmpty()) {
            return Missing.section(
                    "phases",
                    "Phases",
                    "No phase is marked in what was captured.",
                    "run the workload through llmprof run, or wrap it in ranges named prefill and decode");
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(table(findings));
        blocks.addAll(UtilisationCells.remarks(findings, RunUtilisation.CONVENTION));
        blocks.addAll(words(findings));
        blocks.add(chart(parts));
        Optional<Capture> capture = findings.main();
        capture.map(c -> c.marked().phases())
                .filter(phases -> phases.outsideGpuEvents() > 0)
                .ifPresent(phases -> blocks.add(outside(phases)));
        return new Section("phases", "Phases", blocks);
    }

    public static List<Phases.Part> parts(Findings findings) {
        return findings.main().map(c -> c.marked().phases().parts()).orElse(List.of());
    }

    /// What the phases of the table are, where they have known names.
    public static List<Block> words(Findings findings) {
        return PhaseWords.lines(parts(findings)).stream().<Block>map(Block.Paragraph::new).toList();
    }

    public static Block.Grid table(Findings findings) {
        List<Phases.Part> parts = parts(findings);
        boolean gpu = parts.stream().anyMatch(part -> part.gpuEvents() > 0);
        Shown shown = Shown.of(findings);
        return new Block.Grid(
                gpu
                        ? "Phases; host time without that of other phases inside, GPU time of the work launched inside"
                        : "Phases; time without that of other phases inside",
                columns(gpu, shown),
                parts.stream().map(part -> row(part, findings, gpu, shown)).toList());
    }

    /// What fits on a narrow screen: a phase's time, its bound, and what takes the most of it.
    public static Block.Grid brief(Findings findings) {
        List<Phases.Part> parts = parts(findings);
        Shown shown = Shown.of(findings);
        List<Block.Column> columns = new ArrayList<>();
        columns.add(Block.Column.words("phase"));
        columns.add(Block.Column.number("time"));
        if (shown.bounds()) {
            columns.add(Block.Column.number("bound"));
            columns.add(Block.Column.number("of bound"));
        }
        columns.addAll(shown.utilisation());
        columns.add(Block.Column.words("hottest operator"));
        return new Block.Grid(
                "", columns, parts.stream().map(part -> brief(part, findings, shown)).toList());
    }

    private static List<Cell> brief(Phases.Part part, Findings findings, Shown shown) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(part.name()));
        Cell measured = Cell.nanos(Math.max(part.hostNanos(), part.gpuBusyNanos()));
        if (shown.bounds()) {
            List<Cell> held = bounds(part.name(), findings);
            cells.add(held.getFirst() instanceof Cell.Absent ? measured : held.getFirst());
            cells.addAll(held.subList(1, held.size()));
        } else {
            cells.add(measured);
        }
        cells.addAll(shown.utilisation(findings, part));
        cells.add(hottest(part));
        return cells;
    }

    private static List<Block.Column> columns(boolean gpu, Shown shown) {
        List<Block.Column> columns = new ArrayList<>();
        columns.add(Block.Column.words("phase"));
        columns.add(Block.Column.number("steps"));
        columns.add(Block.Column.number("host time"));
        columns.add(Block.Column.number("per step"));
        if (gpu) {
            columns.add(Block.Column.number("GPU time"));
            columns.add(
                    Block.Column.number("GPU busy").meaning("overlapping kernels counted once"));
        }
        if (shown.bounds()) {
            columns.add(
                    Block.Column.number("measured")
                            .meaning(
                                    "what is held against the bound: timed without the profiler where it was"));
            columns.add(Block.Column.number("bound").meaning("least time by the roofline"));
            columns.add(Block.Column.number("of bound"));
        }
        columns.addAll(shown.utilisation());
        columns.add(Block.Column.words("hottest operator"));
        return columns;
    }

    private static List<Cell> row(Phases.Part part, Findings findings, boolean gpu, Shown shown) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(part.name()));
        cells.add(Cell.count(part.steps()));
        cells.add(Cell.nanos(part.hostNanos()));
        cells.add(Cell.nanos((double) part.hostNanos() / Math.max(1, part.steps())));
        if (gpu) {
            Cell none = Cell.absent("no GPU work");
            cells.add(part.gpuEvents() == 0 ? none : Cell.nanos(part.gpuNanos()));
            cells.add(part.gpuEvents() == 0 ? none : Cell.nanos(part.gpuBusyNanos()));
        }
        if (shown.bounds()) {
            cells.addAll(bounds(part.name(), findings));
        }
        cells.addAll(shown.utilisation(findings, part));
        cells.add(hottest(part));
        return cells;
    }

    private static List<Cell> bounds(String phase, Findings findings) {
        Cell none = Cell.absent("no prediction for this phase");
        return measured(findings).stream()
                .filter(part -> part.phase().equals(phase))
                .findFirst()
                .map(part ->
                        List.of(
                                Cell.nanos(part.measuredNanos().orElseThrow()),
                                Cell.nanos(part.boundNanos()),
                                Cell.number(
                                        part.measuredNanos().orElseThrow() / part.boundNanos(),
                                        Unit.TIMES)))
                .orElseGet(() -> List.of(none, none, none));
    }

    /// Phases that were both predicted and measured.
    private static List<Prediction.Part> measured(Findings findings) {
        return findings.prediction().stream()
                .flatMap(prediction -> prediction.phases().stream())
                .filter(part -> part.measuredNanos().isPresent())
                .toList();
    }

    /// Which columns there is something for.
    private record Shown(boolean bounds, boolean used) {
        static Shown of(Findings findings) {
            return new Shown(
                    !measured(findings).isEmpty(), !UtilisationCells.phases(findings).isEmpty());
        }

        List<Block.Column> utilisation() {
            return used
                    ? List.of(
                            Block.Column.number("MFU").meaning(RunUtilisation.CONVENTION),
                            Block.Column.number("MBU").meaning(RunUtilisation.CONVENTION))
                    : List.of();
        }

        List<Cell> utilisation(Findings findings, Phases.Part part) {
            return used ? UtilisationCells.both(findings, part.name()) : List.of();
        }
    }

    static Cell hottest(Phases.Part part) {
        boolean gpu = part.gpuEvents() > 0;
        long total =
                gpu
                        ? part.gpuNanos()
                        : part.operators().stream().mapToLong(Phases.Operator::selfHostNanos).sum();
        Comparator<Phases.Operator> order =
                Comparator.comparingLong(
                        gpu ? Phases.Operator::deviceNanos : Phases.Operator::selfHostNanos);
        return part.operators().stream()
                .max(order.thenComparing(Phases.Operator::name, Comparator.reverseOrder()))
                .filter(_ -> total > 0)
                .map(hottest -> {
                    long own = gpu ? hottest.deviceNanos() : hottest.selfHostNanos();
                    return Cell.text(
                            hottest.name() + " " + Cell.share((double) own / total).shown());
                })
                .orElseGet(() -> Cell.absent("no operators"));
    }

    private static Block chart(List<Phases.Part> parts) {
        List<Double> host = parts.stream().map(p -> (double) p.hostNanos()).toList();
        List<Double> busy = parts.stream().map(p -> (double) p.gpuBusyNanos()).toList();
        var hostSeries = new Chart.Bars.Series("host", host);
        boolean gpu = parts.stream().anyMatch(part -> part.gpuEvents() > 0);
        return new Block.Figure(
                "Time by phase",
                gpu
                        ? "Host time of each phase beside the time its GPU work was running."
                        : "Time of each phase on the host.",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        false,
                        parts.stream().map(Phases.Part::name).toList(),
                        gpu
                                ? List.of(hostSeries, new Chart.Bars.Series("GPU busy", busy))
                                : List.of(hostSeries)));
    }

    private static Block outside(Phases phases) {
        return new Block.Note(
                Block.Tone.INFO,
                Names.counted(phases.outsideGpuEvents(), "GPU event", "GPU events")
                        + " ("
                        + Numbers.text((double) phases.outsideGpuNanos(), Unit.NANOSECONDS)
                        + ") launched outside every phase.");
    }
}
