package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.format.Html;
import dev.llmprof.report.format.Markdown;
import dev.llmprof.report.metrics.MetricsJson;
import dev.llmprof.report.reference.KernelReport;
import dev.llmprof.report.reference.ReferenceTables;
import dev.llmprof.report.reference.StakeholderSummary;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Every file that findings become, by its path below the run directory.
public final class ReportFiles {

    private ReportFiles() {}

    public static SortedMap<String, String> of(Findings findings, List<ReportSection> sections) {
        SortedMap<String, String> files = new TreeMap<>();
        files.put("report.html", Html.page(Reports.page(findings, sections)));
        files.put("report.md", Markdown.text(Reports.markdown(findings, sections)));
        files.put("kernels.md", Markdown.text(ReferenceTables.kernels(findings)));
        files.put("operators.md", Markdown.text(ReferenceTables.operators(findings)));
        files.put("stakeholder_summary.md", Markdown.text(StakeholderSummary.of(findings)));
        KernelReport.of(findings)
                .ifPresent(report -> files.put("ncu/kernel_report.md", Markdown.text(report)));
        files.put("metrics.json", MetricsJson.text(findings));
        return Collections.unmodifiableSortedMap(files);
    }
}
