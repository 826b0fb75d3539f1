package dev.llmprof.run;

import dev.llmprof.analysis.sweep.SweepResults;
import dev.llmprof.console.Console;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.report.sweep.SweepPage;
import dev.llmprof.study.sweep.SweepStudy;
import java.nio.file.Path;
import java.util.List;

/// The end of a sweep, whoever launched its jobs: the files in its directory, and a table in the
/// terminal.
public final class SweepReports {
    private SweepReports() {}

    /// `metrics` are those to draw; none means the most telling.
    public static void write(Path directory, List<String> metrics, Console console) {
        SweepResults results = SweepStudy.write(directory, metrics);
        console.out().println(Terminal.text(SweepPage.brief(results), console.columns()));
        console.say("sweep   " + PlanPage.shown(directory.resolve("sweep.html")));
        console.say("also    sweep.md  sweep.csv  sweep_results.json");
    }
}
