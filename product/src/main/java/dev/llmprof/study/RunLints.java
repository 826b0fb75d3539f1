package dev.llmprof.study;

import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.lint.LintFinding;
import dev.llmprof.analysis.lint.Lints;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the conditions of a run say against its times, for those who have its directory.
public final class RunLints {
    private static final String MANIFEST = "manifest.json";

    private RunLints() {}

    /// With what the runs among the paths say.
    public static List<LintFinding> with(
            List<LintFinding> found, List<Path> paths, StudyParts parts) {
        List<LintFinding> all = found;
        for (Path path : paths) {
            if (Files.isRegularFile(path.resolve(MANIFEST))) {
                all = Lints.with(all, conditions(path, parts));
            }
        }
        return all;
    }

    /// The rules that a run's conditions break, as one text; empty where nobody looked.
    public static String words(Path run, StudyParts parts) {
        RunConditions conditions = conditions(run, parts);
        if (conditions.isEmpty()) {
            return "";
        }
        String broken =
                Lints.with(List.of(), conditions).stream()
                        .map(found -> found.rule().id())
                        .distinct()
                        .collect(Collectors.joining(", "));
        return broken.isEmpty() ? "undisturbed" : broken;
    }

    private static RunConditions conditions(Path run, StudyParts parts) {
        try {
            List<Manifest.StageEntry> stages = ManifestFile.read(run).stages();
            return new MeasurementFiles(run, stages, parts.stages().get(), RunLints::readable)
                    .read()
                    .conditions();
        } catch (Problem.Found unreadable) {
            // Whoever reads the captures says so.
            return RunConditions.NONE;
        }
    }

    /// The reports of the run name a broken file; here it only says nothing.
    private static <T> Optional<T> readable(Path file, MeasurementFiles.Reader<T> reader) {
        try {
            return reader.read(file);
        } catch (IOException | Problem.Found unreadable) {
            return Optional.empty();
        }
    }
}
