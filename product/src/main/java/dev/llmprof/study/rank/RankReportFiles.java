package dev.llmprof.study.rank;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.advice.Advices;
import dev.llmprof.analysis.capture.CaptureRelations;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.ReportFiles;
import dev.llmprof.report.page.PageFiles;
import dev.llmprof.report.section.RanksSection;
import dev.llmprof.report.table.FindingTables;
import dev.llmprof.report.table.RankTables;
import dev.llmprof.study.table.TableFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The report and the tables of ranks that were merged: of ranks alone, since nothing else of their
/// captures is there.
public final class RankReportFiles {
    private static final List<String> REPORTS = List.of("report.html", "report.md", "metrics.json");

    private RankReportFiles() {}

    public static Findings findings(Ranks ranks, String llmprof) {
        return new Findings(
                ranks.rows().size() + " ranks",
                "",
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Advices.of(Optional.empty(), Optional.empty(), List.of(), Optional.of(ranks)),
                new Provenance(llmprof, List.of(), List.of()),
                new CaptureRelations(Optional.of(ranks), Map.of(), List.of()),
                RunTrust.NONE);
    }

    public static void write(Path directory, Findings findings) throws IOException {
        try {
            Files.createDirectories(directory);
        } catch (IOException refused) {
            throw new Problem("cannot write here", directory.toString(), "choose another --output")
                    .found();
        }
        Map<String, String> files =
                ReportFiles.of(findings, List.of(RanksSection::of), PageFiles.NONE);
        for (String name : REPORTS) {
            AtomicFile.write(
                    directory.resolve(name).toAbsolutePath(), files.getOrDefault(name, ""));
        }
        var tables = new TableFolder(directory);
        tables.writeFilled(RankTables.of(findings.relations().ranks()));
        tables.writeFilled(List.of(FindingTables.ADVICE.filled(findings.advice())));
    }
}
