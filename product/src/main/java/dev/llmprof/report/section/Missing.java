package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Sections whose source is not there: they say what to enable.
public final class Missing {

    private Missing() {}

    public static Section section(String id, String title, String what, String how) {
        return new Section(id, title, List.of(note(what, how)));
    }

    /// All that is missing in one place: an empty page must not look like a full one. What has no
    /// blocks does not apply.
    public static Optional<Section> gathered(List<Section> sections) {
        List<Block> blocks = new ArrayList<>();
        for (Section section : sections) {
            if (is(section) && !section.blocks().isEmpty()) {
                blocks.add(new Block.Heading(section.title()));
                blocks.addAll(section.blocks());
            }
        }
        return blocks.isEmpty()
                ? Optional.empty()
                : Optional.of(new Section("missing", "Not measured", blocks));
    }

    public static boolean is(Section section) {
        return section.blocks().stream()
                .allMatch(b ->
                        b instanceof Block.Note(Block.Tone tone, _) && tone == Block.Tone.MISSING);
    }

    /// What to enable, or that it was on and left nothing.
    static String recording(Findings findings, String enable) {
        boolean tried =
                findings.captures().isEmpty()
                        && findings.provenance().steps().stream()
                                .anyMatch(step -> step.records() && step.seconds() >= 0);
        return tried
                ? "a stage that records was on and left no capture; Provenance says why"
                : enable;
    }

    public static Block note(String what, String how) {
        return new Block.Note(Block.Tone.MISSING, what + " To get it: " + how);
    }
}
