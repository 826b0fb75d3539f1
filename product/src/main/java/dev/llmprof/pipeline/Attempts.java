package dev.llmprof.pipeline;

import dev.llmprof.pipeline.Manifest.StageEntry;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Keeps the tries of a stage apart. Each begins in empty folders; what an earlier one had to show
/// is set aside below `earlier` and goes once a later one has ended well.
///
/// Which files count is the manifest's to say: it names those of a try when that has ended, so that
/// a try that was cut off counts for nothing wherever it was cut.
record Attempts(Path runDirectory) {
    private static final String EARLIER = "earlier";
    // What Kineto, the engine and AtomicFile write beside a file until it is whole.
    private static final Pattern HALVES = Pattern.compile("\\.trace-.*|.*\\.part|\\..*\\.new");
    private static final Pattern UNFINISHED = Pattern.compile("\\.unfinished.*|\\..*\\.new");

    /// The stages that have been done, with every byte they left as it was.
    Set<String> done(Manifest earlier, Consumer<Problem> warnings) {
        Set<String> done = new HashSet<>();
        for (StageEntry stage : earlier.stages()) {
            List<String> changed =
                    stage.outcome().usable() ? RunPaths.changed(runDirectory, stage) : List.of();
            if (!changed.isEmpty()) {
                warnings.accept(
                        new Problem(
                                "done again, since files it left have changed: "
                                        + String.join(", ", changed),
                                stage.name(),
                                ""));
            } else if (stage.outcome().usable()) {
                done.add(stage.name());
                end(stage);
            }
        }
        return done;
    }

    /// Empties the folders of a stage that is about to run.
    void begin(StageEntry before) {
        String stage = before.name();
        try {
            if (before.artifacts().isEmpty() || before.outcome() == Verdict.FAILED) {
                places(stage).forEach(RunPaths::remove);
                return;
            }
            Path aside = free(stage);
            for (Path place : places(stage)) {
                if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                    Path target = aside.resolve(runDirectory.relativize(place));
                    Files.createDirectories(target.resolveSibling(""));
                    Files.move(place, target, StandardCopyOption.ATOMIC_MOVE);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("setting an earlier try of " + stage + " aside", e);
        }
    }

    /// The try is over. What was before it is no longer wanted where the new one is of use.
    void end(StageEntry now) {
        sweep(runDirectory.resolve(now.name()), HALVES);
        if (now.outcome().usable()) {
            sweep(
                    runDirectory.resolve(EARLIER),
                    Pattern.compile(Pattern.quote(now.name()) + "-\\d+"));
            removeEmpty(runDirectory.resolve(EARLIER));
        }
    }

    /// What a llmprof that was killed left of its reports and of the manifest.
    void sweep() {
        sweep(runDirectory, UNFINISHED);
    }

    private List<Path> places(String stage) {
        return List.of(runDirectory.resolve(stage), runDirectory.resolve("tmp").resolve(stage));
    }

    private Path free(String stage) {
        int number = 1;
        while (Files.exists(aside(stage, number))) {
            number++;
        }
        return aside(stage, number);
    }

    private Path aside(String stage, int number) {
        return runDirectory.resolve(EARLIER).resolve(stage + "-" + number);
    }

    private static void sweep(Path folder, Pattern names) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (var files = Files.list(folder)) {
            files.filter(file -> names.matcher(file.getFileName().toString()).matches())
                    .toList()
                    .forEach(RunPaths::remove);
        } catch (IOException | UncheckedIOException e) {
            // It only takes space, and the next try sweeps again.
        }
    }

    private static void removeEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // Tries of other stages are in it.
        }
    }
}
