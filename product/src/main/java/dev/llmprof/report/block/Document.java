package dev.llmprof.report.block;

import java.util.List;

/// A whole report before it has a format. `facts` say what it is of, `files` are the paths of what
/// lies beside it; both may be empty.
public record Document(
        String title,
        String subtitle,
        List<Fact> facts,
        List<Section> sections,
        List<String> files) {
    public Document {
        facts = List.copyOf(facts);
        sections = List.copyOf(sections);
        files = List.copyOf(files);
    }

    /// One that says all in its sections.
    public Document(String title, String subtitle, List<Section> sections) {
        this(title, subtitle, List.of(), sections, List.of());
    }

    /// What a report begins with: `host`, `EPYC, 64 cores`.
    public record Fact(String label, String value) {}
}
