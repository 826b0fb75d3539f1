package dev.llmprof.report;

import java.util.List;

/// Sections whose source is not there: they say what to enable.
final class Missing {

    private Missing() {}

    static Section section(String id, String title, String what, String how) {
        return new Section(id, title, List.of(note(what, how)));
    }

    static boolean is(Section section) {
        return section.blocks().stream()
                .allMatch(b ->
                        b instanceof Block.Note(Block.Tone tone, _) && tone == Block.Tone.MISSING);
    }

    static Block note(String what, String how) {
        return new Block.Note(Block.Tone.MISSING, what + " To get it: " + how);
    }
}
