package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.block.Section;
import java.util.function.Function;

/// A section of the report: what findings become, with at most so many rows a table. One that has
/// nothing to show says so by [dev.llmprof.report.section.Missing].
@FunctionalInterface
public interface ReportSection {

    Section of(Findings findings, int rows);

    /// A section whose tables are short.
    static ReportSection of(Function<Findings, Section> section) {
        return (findings, _) -> section.apply(findings);
    }
}
