package dev.llmprof.analysis.nsys;

import java.util.List;

/// One of nsys's summary tables: groups with their share of the total, the longest first.
///
/// `labels` tell the groups apart, in the order of `labelTitles`: a name, or a grid, a block and a
/// name.
public record NsysSummary(String countTitle, List<String> labelTitles, List<Row> rows) {
    public NsysSummary {
        labelTitles = List.copyOf(labelTitles);
        rows = List.copyOf(rows);
    }

    /// `share` is of 1, over the rows of the table.
    public record Row(double share, NsysTime time, List<String> labels) {
        public Row {
            labels = List.copyOf(labels);
        }

        public String name() {
            return labels.getLast();
        }
    }
}
