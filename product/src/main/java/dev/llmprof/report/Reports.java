package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.page.PageFiles;
import dev.llmprof.report.page.PageHead;
import dev.llmprof.report.section.Missing;
import dev.llmprof.report.section.ProvenanceSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The documents that a run's findings become, of the sections given and in their order.
public final class Reports {
    private static final int ROWS_ON_THE_PAGE = 500;
    private static final int ROWS_IN_MARKDOWN = 20;
    private static final String TIMELINE = "timeline";

    private Reports() {}

    public static Document page(Findings findings, List<ReportSection> sections, PageFiles files) {
        return document(findings, sections, ROWS_ON_THE_PAGE, files);
    }

    public static Document markdown(
            Findings findings, List<ReportSection> sections, PageFiles files) {
        return document(findings, sections, ROWS_IN_MARKDOWN, files);
    }

    private static Document document(
            Findings findings, List<ReportSection> makers, int rows, PageFiles files) {
        List<Section> sections =
                makers.stream().map(section -> section.of(findings, rows)).toList();
        List<Section> ordered =
                new ArrayList<>(sections.stream().filter(s -> !Missing.is(s)).toList());
        ordered.replaceAll(
                section -> section.id().equals(TIMELINE) ? and(section, files) : section);
        ordered.add(ProvenanceSection.of(findings));
        files.section().ifPresent(ordered::add);
        // What was measured comes before what was not.
        Missing.gathered(sections).ifPresent(ordered::add);
        Set<String> ids = ordered.stream().map(Section::id).collect(Collectors.toSet());
        ordered.replaceAll(section -> leading(section, ids));
        return new Document(
                findings.title(),
                findings.subtitle(),
                PageHead.of(findings),
                ordered,
                files.files());
    }

    private static Section and(Section timeline, PageFiles files) {
        List<Block> blocks = new ArrayList<>(timeline.blocks());
        blocks.addAll(files.perfetto());
        return new Section(timeline.id(), timeline.title(), blocks);
    }

    /// A lead whose section has nothing to show leads to the timeline.
    private static Section leading(Section section, Set<String> ids) {
        List<Block> blocks = new ArrayList<>(section.blocks());
        blocks.replaceAll(block ->
                block instanceof Block.Leads(List<Block.Lead> leads)
                        ? new Block.Leads(leads.stream().map(lead -> lead.within(ids)).toList())
                        : block);
        return new Section(section.id(), section.title(), blocks);
    }
}
