package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.table.CaptureTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Several captures beside each other, each by its name, and repeats of one recording as such.
public final class CapturesSection {
    private CapturesSection() {}

    public static Section of(Findings findings) {
        List<Block> blocks = new ArrayList<>();
        if (findings.captures().size() > 1) {
            blocks.addAll(SubjectWords.of(findings));
            blocks.add(table(findings));
            repeats(findings).ifPresent(blocks::add);
        }
        return new Section("captures", "Captures", blocks);
    }

    public static Optional<Block> repeats(Findings findings) {
        List<CaptureTables.RepeatRow> rows = CaptureTables.repeats(findings.relations());
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        CaptureTables.REPEATS.grid(
                                "Repeats of one recording",
                                rows,
                                rows.size(),
                                "recording",
                                "time",
                                "captures",
                                "mean_ns",
                                "min_ns",
                                "max_ns",
                                "spread"));
    }

    private static Block table(Findings findings) {
        return new Block.Grid(
                "Each capture",
                List.of(
                        Block.Column.words("capture"),
                        Block.Column.words("by"),
                        Block.Column.words("GPU"),
                        Block.Column.number("host")
                                .meaning("from the first to the last event on the host"),
                        Block.Column.number("GPU span"),
                        Block.Column.number("GPU busy"),
                        Block.Column.number("kernels"),
                        Block.Column.words("phases")
                                .meaning(
                                        "steps, and GPU busy in a step on average; on the host without a GPU")),
                findings.captures().stream().map(each -> row(findings, each)).toList());
    }

    private static List<Cell> row(Findings findings, Capture capture) {
        Cell none = Cell.absent("no GPU work");
        boolean gpu = capture.gpu().timeline().spanNanos() > 0;
        String devices = String.join(", ", capture.devices());
        return List.of(
                Cell.name(findings.relations().name(capture)),
                Cell.text(capture.origin().tool()),
                devices.isEmpty() ? Cell.absent("not said in the capture") : Cell.text(devices),
                Cell.nanos(capture.host().spanNanos()),
                gpu ? Cell.nanos(capture.gpu().timeline().spanNanos()) : none,
                gpu ? Cell.nanos(capture.gpu().timeline().busyNanos()) : none,
                Cell.count(capture.gpu().kernels().count()),
                phases(capture));
    }

    private static Cell phases(Capture capture) {
        String words =
                capture.marked().phases().parts().stream()
                        .filter(part -> part.steps() > 0)
                        .map(CapturesSection::phase)
                        .collect(Collectors.joining(", "));
        return words.isEmpty() ? Cell.absent("no phase is marked") : Cell.text(words);
    }

    /// What a step takes is the GPU's time, where it has work.
    private static long time(Phases.Part part) {
        return part.gpuEvents() > 0 ? part.gpuBusyNanos() : part.hostNanos();
    }

    private static String phase(Phases.Part part) {
        return part.name()
                + " "
                + Cell.count(part.steps()).shown()
                + " × "
                + Cell.nanos((double) time(part) / part.steps()).shown();
    }
}
