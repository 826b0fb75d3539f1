package dev.llmprof.report.block;

import java.util.List;

/// A whole report before it has a format.
public record Document(String title, String subtitle, List<Section> sections) {
    public Document {
        sections = List.copyOf(sections);
    }
}
