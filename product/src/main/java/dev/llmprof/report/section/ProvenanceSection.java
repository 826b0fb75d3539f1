package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;

/// Where the numbers come from, with commands to copy.
public final class ProvenanceSection {

    private ProvenanceSection() {}

    public static Section of(Findings findings) {
        Provenance provenance = findings.provenance();
        List<Block> blocks = new ArrayList<>();
        if (!provenance.steps().isEmpty()) {
            blocks.add(steps(provenance.steps()));
            List<String> commands =
                    provenance.steps().stream().flatMap(step -> step.commands().stream()).toList();
            if (!commands.isEmpty()) {
                blocks.add(new Block.Heading("Commands"));
                blocks.add(new Block.Commands(commands));
            }
        }
        problems(blocks, provenance.steps());
        if (!findings.captures().isEmpty()) {
            blocks.add(new Block.Heading("Captures"));
            blocks.add(captures(findings.captures()));
        }
        remarks(blocks, findings.captures());
        if (!provenance.inputs().isEmpty()) {
            blocks.add(new Block.Heading("Files read"));
            blocks.add(inputs(provenance.inputs()));
        }
        blocks.add(new Block.Paragraph("Made by " + provenance.llmprof() + "."));
        return new Section("provenance", "Provenance", blocks);
    }

    private static Block steps(List<Provenance.Step> steps) {
        return new Block.Grid(
                "Stages of the run",
                List.of(
                        Block.Column.words("stage"),
                        Block.Column.words("outcome"),
                        Block.Column.number("time")),
                steps.stream()
                        .map(step ->
                                List.of(
                                        Cell.text(step.name()),
                                        Cell.text(step.outcome()),
                                        step.seconds() < 0
                                                ? Cell.absent("did not run")
                                                : Cell.nanos(1e9 * step.seconds())))
                        .toList());
    }

    private static void problems(List<Block> blocks, List<Provenance.Step> steps) {
        for (Provenance.Step step : steps) {
            // The summary begins with those that cost something.
            if (!SummarySection.lost(step)) {
                step.problems()
                        .forEach(problem ->
                                blocks.add(
                                        new Block.Note(
                                                Block.Tone.INFO,
                                                SummarySection.words(step, problem))));
            }
        }
    }

    private static Block captures(List<Capture> captures) {
        return new Block.Grid(
                        "What was captured",
                        List.of(
                                Block.Column.words("file"),
                                Block.Column.words("by"),
                                Block.Column.words("devices"),
                                Block.Column.number("size"),
                                Block.Column.number("events"),
                                Block.Column.number("GPU span"),
                                Block.Column.number("GPU busy"),
                                Block.Column.number("attributed")),
                        captures.stream().map(ProvenanceSection::row).toList())
                .filled();
    }

    private static List<Cell> row(Capture capture) {
        boolean gpu = capture.gpu().timeline().spanNanos() > 0;
        Cell none = Cell.absent("no GPU work");
        String devices = String.join(", ", capture.devices());
        return List.of(
                Cell.name(capture.origin().source()),
                Cell.text(capture.origin().tool()),
                devices.isEmpty() ? Cell.absent("not said in the capture") : Cell.text(devices),
                Cell.number((double) capture.bytes(), Unit.BYTES),
                Cell.count(capture.events()),
                gpu ? Cell.nanos(capture.gpu().timeline().spanNanos()) : none,
                gpu ? Cell.nanos(capture.gpu().timeline().busyNanos()) : none,
                !gpu
                        ? none
                        : capture.host().operators().rows().isEmpty()
                                ? Cell.absent("no operators in this capture")
                                : Cell.share(capture.gpu().attribution().coverage()));
    }

    private static void remarks(List<Block> blocks, List<Capture> captures) {
        for (Capture capture : captures) {
            for (String remark : capture.remarks()) {
                blocks.add(
                        new Block.Note(
                                Block.Tone.WARNING, capture.origin().source() + ": " + remark));
            }
        }
    }

    private static Block inputs(List<Provenance.Input> inputs) {
        return new Block.Grid(
                "Files",
                List.of(
                        Block.Column.words("file"),
                        Block.Column.words("kind"),
                        Block.Column.number("size")),
                inputs.stream()
                        .map(input ->
                                List.of(
                                        Cell.name(input.path()),
                                        Cell.text(input.kind()),
                                        Cell.number((double) input.bytes(), Unit.BYTES)))
                        .toList());
    }
}
