package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.format.Html;
import dev.llmprof.report.format.Markdown;
import dev.llmprof.report.metrics.MetricsJson;
import dev.llmprof.report.page.PageFiles;
import dev.llmprof.report.reference.KernelReport;
import dev.llmprof.report.reference.ReferenceTables;
import dev.llmprof.report.reference.StakeholderSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Every file that findings become, by its path below the run directory.
public final class ReportFiles {

    private ReportFiles() {}

    /// `beside` are those that are there already; the pages link to all.
    public static SortedMap<String, String> of(
            Findings findings, List<ReportSection> sections, PageFiles beside) {
        SortedMap<String, String> files = new TreeMap<>();
        files.put("kernels.md", Markdown.text(ReferenceTables.kernels(findings)));
        files.put("operators.md", Markdown.text(ReferenceTables.operators(findings)));
        files.put("stakeholder_summary.md", Markdown.text(StakeholderSummary.of(findings)));
        KernelReport.of(findings)
                .ifPresent(report -> files.put("ncu/kernel_report.md", Markdown.text(report)));
        files.put("metrics.json", MetricsJson.text(findings));
        List<String> written = new ArrayList<>(files.keySet());
        written.addAll(List.of("report.html", "report.md"));
        PageFiles all = beside.files().isEmpty() ? beside : beside.with(written);
        files.put("report.html", Html.page(Reports.page(findings, sections, all)));
        files.put("report.md", Markdown.text(Reports.markdown(findings, sections, all)));
        return Collections.unmodifiableSortedMap(files);
    }
}
