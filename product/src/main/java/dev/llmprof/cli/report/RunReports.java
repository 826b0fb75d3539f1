package dev.llmprof.cli.report;

import dev.llmprof.cli.analyze.CaptureProgress;
import dev.llmprof.cli.analyze.PerfettoLine;
import dev.llmprof.console.Console;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.TerminalSummary;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.run.PlanPage;
import dev.llmprof.study.RunStudy;
import dev.llmprof.study.Study;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.StudyRequest;
import dev.llmprof.study.StudyResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The last step of a run: has what the stages left studied, and shows the lines that matter.
public final class RunReports {

    private RunReports() {}

    public static void write(Path directory, StudyParts parts, Console console) {
        write(directory, parts, Optional.empty(), console);
    }

    /// `perfetto` is the file that all captures are drawn in as well.
    static void write(Path directory, StudyParts parts, Optional<Path> perfetto, Console console) {
        Path absolute = directory.toAbsolutePath().normalize();
        Manifest manifest = ManifestFile.read(absolute);
        for (Manifest.StageEntry stage : manifest.stages()) {
            List<String> changed = RunPaths.changed(absolute, stage);
            if (!changed.isEmpty()) {
                Problem problem = changed(changed, absolute);
                console.warn(problem);
                manifest = manifest.with(stage.with(problem));
            }
        }
        write(absolute, manifest, parts, perfetto, console);
    }

    private static Problem changed(List<String> files, Path directory) {
        return new Problem(
                "changed since the run wrote it: " + String.join(", ", files),
                directory.toString(),
                "llmprof run --resume " + directory + " does the stage again");
    }

    public static void write(
            Path directory,
            Manifest manifest,
            StudyParts parts,
            Optional<Path> perfetto,
            Console console) {
        try {
            StudyRequest request = RunStudy.request(directory, manifest, parts, console::warn);
            var drawn = perfetto.map(file -> RunStudy.drawn(file, request.context()));
            shown(
                    Study.of(request.drawn(drawn), CaptureProgress.on(console, _ -> {})),
                    directory,
                    console);
            perfetto.ifPresent(file -> console.say(PerfettoLine.of(file)));
        } catch (IOException e) {
            throw new UncheckedIOException("making the reports of " + directory, e);
        }
    }

    private static void shown(StudyResult result, Path directory, Console console) {
        String summary =
                Terminal.text(
                        TerminalSummary.of(result.findings().orElseThrow()), console.columns());
        if (!summary.isBlank()) {
            console.out().println(summary);
        }
        console.say("report  " + PlanPage.shown(directory.resolve("report.html")));
        console.say("also    report.md  stakeholder_summary.md  metrics.json  csv/  tables/");
    }
}
