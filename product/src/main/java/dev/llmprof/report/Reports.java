package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.section.CountersSection;
import dev.llmprof.report.section.IdleSection;
import dev.llmprof.report.section.JoinSection;
import dev.llmprof.report.section.KernelsSection;
import dev.llmprof.report.section.Missing;
import dev.llmprof.report.section.OperatorsSection;
import dev.llmprof.report.section.PhasesSection;
import dev.llmprof.report.section.PredictionSection;
import dev.llmprof.report.section.ProvenanceSection;
import dev.llmprof.report.section.RooflineSection;
import dev.llmprof.report.section.SummarySection;
import dev.llmprof.report.section.TimelineSection;
import dev.llmprof.report.section.TreeSection;
import java.util.ArrayList;
import java.util.List;

/// The documents that a run's findings become.
public final class Reports {
    private static final int ROWS_ON_THE_PAGE = 1000;
    private static final int ROWS_IN_MARKDOWN = 20;

    private Reports() {}

    public static Document page(Findings findings) {
        return document(findings, ROWS_ON_THE_PAGE);
    }

    public static Document markdown(Findings findings) {
        return document(findings, ROWS_IN_MARKDOWN);
    }

    private static Document document(Findings findings, int rows) {
        List<Section> sections =
                List.of(
                        SummarySection.of(findings),
                        PhasesSection.of(findings),
                        TimelineSection.of(findings),
                        KernelsSection.of(findings, rows),
                        OperatorsSection.of(findings, rows),
                        TreeSection.of(findings),
                        PredictionSection.of(findings),
                        JoinSection.of(findings, rows),
                        RooflineSection.of(findings),
                        IdleSection.of(findings),
                        CountersSection.of(findings, rows));
        List<Section> ordered =
                new ArrayList<>(sections.stream().filter(s -> !Missing.is(s)).toList());
        ordered.add(ProvenanceSection.of(findings));
        // What was measured comes before what was not.
        Missing.gathered(sections).ifPresent(ordered::add);
        return new Document(findings.title(), findings.subtitle(), ordered);
    }
}
