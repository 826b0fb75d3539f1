package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.section.PhasesSection;
import dev.llmprof.report.section.StepsSection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What the terminal shows of a trace's phases and of its steps by kind.
final class PhaseScreen {
    /// More do not fit a line; the report has them all.
    private static final int GPUS = 4;

    private PhaseScreen() {}

    static List<Block> of(Capture trace) {
        List<Block> blocks = new ArrayList<>();
        List<Phases.Part> parts = trace.marked().phases().parts();
        StepTimes times = trace.marked().times();
        List<String> kinds = times.kinds().stream().map(StepTimes.OfKind::kind).toList();
        boolean same = kinds.containsAll(parts.stream().map(Phases.Part::name).toList());
        if (!parts.isEmpty() && !same) {
            blocks.add(new Block.Paragraph(""));
            blocks.add(phases(parts));
            blocks.addAll(gpus(parts));
        }
        if (!kinds.isEmpty()) {
            blocks.add(new Block.Paragraph(""));
            blocks.add(StepsSection.brief(times));
        }
        if (!parts.isEmpty() && same) {
            blocks.add(new Block.Paragraph(inAll(parts)));
        }
        return blocks;
    }

    /// The table of steps has one of them; this is all.
    private static String inAll(List<Phases.Part> parts) {
        return parts.stream()
                .map(part ->
                        part.name()
                                + " in all: "
                                + busy(part)
                                + ", hottest operator "
                                + PhasesSection.hottest(part).shown())
                .collect(Collectors.joining(" · "));
    }

    private static String busy(Phases.Part part) {
        String time = Cell.nanos(part.nanos()).shown();
        if (part.gpuEvents() == 0) {
            return "host " + time;
        }
        return part.onSeveral()
                ? "any GPU busy " + time + " (" + onEach(part.gpus()) + ")"
                : "GPU busy " + time;
    }

    private static String onEach(List<Phases.OnGpu> gpus) {
        String shown =
                gpus.stream()
                        .limit(GPUS)
                        .map(gpu ->
                                "GPU " + gpu.device() + " " + Cell.nanos(gpu.busyNanos()).shown())
                        .collect(Collectors.joining(", "));
        int more = gpus.size() - GPUS;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    private static List<Block> gpus(List<Phases.Part> parts) {
        return parts.stream()
                .filter(Phases.Part::onSeveral)
                .<Block>map(
                        part -> new Block.Paragraph(part.name() + ": busy " + onEach(part.gpus())))
                .toList();
    }

    private static Block phases(List<Phases.Part> parts) {
        boolean gpu = parts.stream().anyMatch(part -> part.gpuEvents() > 0);
        List<Block.Column> columns = new ArrayList<>();
        columns.add(Block.Column.words("phase"));
        columns.add(Block.Column.number("steps"));
        if (gpu) {
            columns.add(Block.Column.number(PhasesSection.busy(parts)));
            columns.add(Block.Column.number("GPU events"));
        }
        columns.add(Block.Column.number("host"));
        columns.add(Block.Column.words("hottest operator"));
        return new Block.Grid("", columns, parts.stream().map(part -> phase(part, gpu)).toList());
    }

    private static List<Cell> phase(Phases.Part part, boolean gpu) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(part.name()));
        cells.add(Cell.count(part.steps()));
        if (gpu) {
            cells.add(Cell.nanos(part.gpuBusyNanos()));
            cells.add(Cell.count(part.gpuEvents()));
        }
        cells.add(Cell.nanos(part.hostNanos()));
        cells.add(PhasesSection.hottest(part));
        return cells;
    }
}
