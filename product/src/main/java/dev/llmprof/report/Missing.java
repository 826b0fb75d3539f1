package dev.llmprof.report;

import java.util.List;

/// Sections whose source is not there: they say what to enable.
final class Missing {

    private Missing() {}

    static Section section(String id, String title, String what, String how) {
        return new Section(id, title, List.of(note(what, how)));
    }

    static Block note(String what, String how) {
        return new Block.Note(Block.Tone.MISSING, what + " To get it: " + how);
    }
}
