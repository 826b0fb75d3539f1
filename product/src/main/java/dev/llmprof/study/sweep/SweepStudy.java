package dev.llmprof.study.sweep;

import dev.llmprof.analysis.sweep.SweepResults;
import dev.llmprof.analysis.sweep.SweptJob;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.sweep.SweepPage;
import dev.llmprof.report.sweep.SweepTable;
import java.nio.file.Path;
import java.util.List;

/// Joins what the jobs of a sweep measured and writes it into the sweep's directory. It needs
/// nothing but the directory, so that whoever started the jobs has the same page at the end.
public final class SweepStudy {
    private SweepStudy() {}

    /// Writes `sweep.html`, `sweep.md`, `sweep.csv` and `sweep_results.json`. `wanted` are the
    /// metrics to draw; none means the most telling.
    public static SweepResults write(Path directory, List<String> wanted) {
        SweepResults results = results(directory, wanted);
        List<Document.Fact> head =
                SweepHead.of(directory, SweepFolder.command(directory), usable(results));
        AtomicFile.write(directory.resolve("sweep.html"), SweepPage.html(results, head));
        AtomicFile.write(directory.resolve("sweep.md"), SweepPage.markdown(results, head));
        AtomicFile.write(directory.resolve("sweep.csv"), SweepTable.filled(results).csv());
        AtomicFile.write(directory.resolve("sweep_results.json"), SweepTable.json(results));
        return results;
    }

    private static List<Path> usable(SweepResults results) {
        return results.jobs().stream()
                .filter(SweptJob::usable)
                .map(job -> Path.of(job.name()))
                .toList();
    }

    private static SweepResults results(Path directory, List<String> wanted) {
        List<SweptJob> jobs = SweepFolder.jobs(directory);
        if (jobs.isEmpty()) {
            throw new Problem(
                            "no job of a sweep is here",
                            directory.toString(),
                            "name the directory of llmprof run -m, as: llmprof report"
                                    + " tmp/runs/20261115-142233-sweep")
                    .found();
        }
        SweepResults results = SweepResults.of(name(directory), jobs, wanted);
        List<String> known = results.metrics().stream().map(each -> each.name()).toList();
        for (String name : wanted) {
            if (!known.contains(name)) {
                throw new Problem(
                                "no job has the metric " + name,
                                directory.toString(),
                                known.isEmpty()
                                        ? "no job has a metrics.json"
                                        : "choose of: " + String.join(", ", known))
                        .found();
            }
        }
        return results;
    }

    private static String name(Path directory) {
        return String.valueOf(directory.toAbsolutePath().normalize().getFileName());
    }
}
