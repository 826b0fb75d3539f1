package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.section.Missing;
import dev.llmprof.report.section.ProvenanceSection;
import java.util.ArrayList;
import java.util.List;

/// The documents that a run's findings become, of the sections given and in their order.
public final class Reports {
    private static final int ROWS_ON_THE_PAGE = 1000;
    private static final int ROWS_IN_MARKDOWN = 20;

    private Reports() {}

    public static Document page(Findings findings, List<ReportSection> sections) {
        return document(findings, sections, ROWS_ON_THE_PAGE);
    }

    public static Document markdown(Findings findings, List<ReportSection> sections) {
        return document(findings, sections, ROWS_IN_MARKDOWN);
    }

    private static Document document(Findings findings, List<ReportSection> makers, int rows) {
        List<Section> sections =
                makers.stream().map(section -> section.of(findings, rows)).toList();
        List<Section> ordered =
                new ArrayList<>(sections.stream().filter(s -> !Missing.is(s)).toList());
        ordered.add(ProvenanceSection.of(findings));
        // What was measured comes before what was not.
        Missing.gathered(sections).ifPresent(ordered::add);
        return new Document(findings.title(), findings.subtitle(), ordered);
    }
}
