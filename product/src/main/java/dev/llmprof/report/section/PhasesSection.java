package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.HostTables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// Prefill, decode and the vision stages beside each other.
public final class PhasesSection {

    private PhasesSection() {}

    public static Section of(Findings findings) {
        List<Phases.Part> parts = parts(findings);
        List<Block> blocks = new ArrayList<>(tables(findings));
        if (blocks.isEmpty()) {
            return Missing.section(
                    "phases",
                    "Phases",
                    "No phase is marked in what was captured.",
                    "run the workload through llmprof run, or wrap it in ranges named prefill and"
                            + " decode");
        }
        blocks.addAll(UtilisationCells.remarks(findings, RunUtilisation.CONVENTION));
        blocks.addAll(words(findings));
        if (!parts.isEmpty()) {
            blocks.add(chart(parts));
        }
        Optional<Capture> capture = findings.main();
        capture.map(c -> c.marked().phases())
                .filter(phases -> phases.outsideGpuEvents() > 0)
                .ifPresent(phases -> blocks.add(outside(phases)));
        return new Section("phases", "Phases", blocks);
    }

    /// One for each source: the capture's own times, and those held against the device.
    public static List<Block> tables(Findings findings) {
        List<Block> tables = new ArrayList<>();
        PhaseBounds.table(findings).ifPresent(tables::add);
        if (!parts(findings).isEmpty()) {
            tables.add(table(findings));
            tables.addAll(gpus(findings));
        }
        return tables;
    }

    /// One GPU's work says nothing of another's.
    private static List<Block> gpus(Findings findings) {
        List<Phases.OnGpu> rows =
                findings.main().map(c -> c.marked().phases().byGpu()).orElse(List.of());
        return rows.isEmpty()
                ? List.of()
                : List.of(
                        HostTables.PHASE_GPUS.grid(
                                "The phases on each GPU",
                                rows,
                                rows.size(),
                                "phase",
                                "device",
                                "gpu_busy_ns",
                                "gpu_sum_ns"));
    }

    /// With several GPUs it is the time in which any of them ran.
    public static String busy(List<Phases.Part> parts) {
        return parts.stream().anyMatch(Phases.Part::onSeveral) ? "any GPU busy" : "GPU busy";
    }

    /// What recorded the phases.
    public static String source(Findings findings) {
        return findings.main().map(c -> TimeBasis.ofTool(c.origin().tool())).orElse("");
    }

    public static List<Phases.Part> parts(Findings findings) {
        return findings.main().map(c -> c.marked().phases().parts()).orElse(List.of());
    }

    /// What the phases of the table are, where they have known names.
    public static List<Block> words(Findings findings) {
        return PhaseWords.lines(parts(findings)).stream().<Block>map(Block.Paragraph::new).toList();
    }

    private static Block.Grid table(Findings findings) {
        List<Phases.Part> parts = parts(findings);
        boolean gpu = parts.stream().anyMatch(part -> part.gpuEvents() > 0);
        return new Block.Grid(
                        "Phases as recorded: "
                                + source(findings)
                                + (gpu
                                        ? ", sums; GPU time of the work launched inside, exclusive host"
                                                + " time"
                                        : ", sums; exclusive time"),
                        columns(gpu, busy(parts)),
                        parts.stream().map(part -> row(part, gpu)).toList())
                .from("phase_summary");
    }

    /// What fits on a narrow screen: a phase's time, its bound, and what takes the most of it.
    public static List<Block> brief(Findings findings) {
        List<Block> blocks = new ArrayList<>(PhaseBounds.brief(findings));
        List<Phases.Part> parts = parts(findings);
        if (parts.isEmpty()) {
            return blocks;
        }
        boolean gpu = parts.stream().anyMatch(part -> part.gpuEvents() > 0);
        if (!blocks.isEmpty()) {
            blocks.addAll(UtilisationCells.remarks(findings, RunUtilisation.IN_SHORT));
            blocks.add(new Block.Paragraph(""));
        }
        blocks.add(new Block.Paragraph("Phases as recorded: " + source(findings) + ", sums"));
        blocks.add(
                new Block.Grid(
                        "",
                        List.of(
                                Block.Column.words("phase"),
                                Block.Column.number("steps"),
                                Block.Column.number(gpu ? busy(parts) : "host time"),
                                Block.Column.words("hottest operator")),
                        parts.stream()
                                .map(part ->
                                        List.of(
                                                Cell.text(part.name()),
                                                Cell.count(part.steps()),
                                                Cell.nanos(part.nanos()),
                                                hottest(part)))
                                .toList()));
        return blocks;
    }

    private static List<Block.Column> columns(boolean gpu, String busy) {
        List<Block.Column> columns = new ArrayList<>();
        columns.add(Block.Column.words("phase"));
        columns.add(Block.Column.number("steps"));
        if (gpu) {
            columns.add(Block.Column.number(busy).meaning("overlapping kernels counted once"));
            columns.add(Block.Column.number("per step"));
            columns.add(Block.Column.number("GPU time").meaning("the sum of all durations"));
            columns.add(Block.Column.number("host time"));
        } else {
            columns.add(Block.Column.number("host time"));
            columns.add(Block.Column.number("per step"));
        }
        columns.add(
                Block.Column.words("hottest operator")
                        .meaning(
                                "and its share of the phase's GPU time, without a GPU of its host"
                                        + " time"));
        return columns;
    }

    private static List<Cell> row(Phases.Part part, boolean gpu) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(part.name()));
        cells.add(Cell.count(part.steps()));
        Cell none = Cell.absent("no GPU work");
        Cell perStep = Cell.nanos((double) part.nanos() / Math.max(1, part.steps()));
        if (gpu) {
            boolean idle = part.gpuEvents() == 0;
            cells.add(idle ? none : Cell.nanos(part.gpuBusyNanos()));
            cells.add(idle ? none : perStep);
            cells.add(idle ? none : Cell.nanos(part.gpuNanos()));
            cells.add(Cell.nanos(part.hostNanos()));
        } else {
            cells.add(Cell.nanos(part.hostNanos()));
            cells.add(perStep);
        }
        cells.add(hottest(part));
        return cells;
    }

    /// By GPU time where there is any, and none where most of that is of operators not known.
    public static Cell hottest(Phases.Part part) {
        boolean gpu = part.gpuEvents() > 0;
        ToLongFunction<Phases.Operator> size =
                gpu ? Phases.Operator::deviceNanos : Phases.Operator::selfHostNanos;
        long known = part.operators().stream().mapToLong(size).sum();
        long total = gpu ? part.gpuNanos() : known;
        if (gpu && known > 0 && known < total / 2) {
            return Cell.text(
                    "known for " + Cell.share((double) known / total).shown() + " of it only");
        }
        return part.operators().stream()
                .max(
                        Comparator.comparingLong(size)
                                .thenComparing(Phases.Operator::name, Comparator.reverseOrder()))
                .filter(_ -> total > 0 && known > 0)
                .map(hottest -> {
                    double share = (double) size.applyAsLong(hottest) / total;
                    return Cell.text(hottest.name() + " " + Cell.share(share).shown());
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
                        ? "The time each phase's GPU work was running, beside its time on the host."
                        : "Time of each phase on the host.",
                new Chart.Bars(
                        Unit.NANOSECONDS,
                        false,
                        parts.stream().map(Phases.Part::name).toList(),
                        gpu
                                ? List.of(new Chart.Bars.Series(busy(parts), busy), hostSeries)
                                : List.of(hostSeries)));
    }

    private static Block outside(Phases phases) {
        return new Block.Note(
                Block.Tone.INFO,
                ShownText.counted(phases.outsideGpuEvents(), "GPU event", "GPU events")
                        + " ("
                        + Numbers.text((double) phases.outsideGpuNanos(), Unit.NANOSECONDS)
                        + ") launched outside every phase.");
    }
}
