package dev.llmprof.report.block;

import java.util.List;

/// A chapter of a report: an anchor, a title and what it says.
public record Section(String id, String title, List<Block> blocks) {
    public Section {
        blocks = List.copyOf(blocks);
        if (!id.matches("[a-z][a-z0-9-]*")) {
            throw new IllegalArgumentException("not an anchor: " + id);
        }
    }
}
