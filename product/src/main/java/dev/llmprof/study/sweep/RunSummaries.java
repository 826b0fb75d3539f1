package dev.llmprof.study.sweep;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.RunFolders;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.sweep.ListedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Runs as lists show them, from their manifests and `metrics.json`.
public final class RunSummaries {
    private RunSummaries() {}

    /// `warn` hears of a `metrics.json` that cannot be read; its run has no metrics then.
    public static List<ListedRun> of(RunFolders found, Consumer<Problem> warn) {
        List<ListedRun> runs = new ArrayList<>();
        for (RunFolders.Run run : found.runs()) {
            Manifest manifest = run.manifest();
            runs.add(
                    new ListedRun(
                            run.directory().toString(),
                            Optional.of(manifest.started()),
                            manifest.ended(),
                            run.status(),
                            manifest.command(),
                            trouble(manifest),
                            metrics(run, warn)));
        }
        found.empty().forEach(each -> runs.add(ListedRun.empty(each.toString())));
        return runs;
    }

    private static String trouble(Manifest manifest) {
        return manifest.stages().stream()
                .filter(stage -> stage.outcome() == Manifest.Verdict.FAILED)
                .map(stage -> "in " + stage.name())
                .findFirst()
                .orElse("");
    }

    private static SortedMap<String, Double> metrics(RunFolders.Run run, Consumer<Problem> warn) {
        try {
            return JobMetrics.in(run.directory());
        } catch (Problem.Found found) {
            found.problems().forEach(warn);
            return new TreeMap<>();
        }
    }
}
