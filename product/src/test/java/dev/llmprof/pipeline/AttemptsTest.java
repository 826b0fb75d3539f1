package dev.llmprof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.SystemProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What one try of a stage leaves is never taken for another's.
class AttemptsTest {
    private static final Problem BROKEN = new Problem("broken", "there", "mend it");

    @TempDir private Path run;
    private final List<Problem> warnings = new ArrayList<>();

    @Test
    void aTryBeginsInEmptyFolders() throws IOException {
        cutOff("a");
        write(run.resolve("a/half.txt"), "of the first try");
        write(run.resolve("tmp/a/results.json"), "of the first try");

        resume(stage(this::filesAround));

        assertEquals("[]", Files.readString(run.resolve("a/seen.txt")));
    }

    @Test
    void aFailedTryShowsNothingOfTheOneBefore() throws IOException {
        run(stage(this::done));
        Files.writeString(run.resolve("a/seen.txt"), "changed");

        Manifest failed = resume(stage(_ -> new Outcome.Failed(BROKEN, List.of())));

        assertEquals(List.of(), failed.stage("a").orElseThrow().artifacts());
        assertFalse(Files.exists(run.resolve("a/seen.txt")));
        assertEquals("changed", Files.readString(run.resolve("earlier/a-1/a/seen.txt")));
    }

    @Test
    void whatWasSetAsideGoesWhenATryEndsWell() throws IOException {
        run(stage(this::done));
        Files.writeString(run.resolve("a/seen.txt"), "changed");

        resume(stage(this::done));

        assertEquals(List.of("a", "manifest.json"), names(run));
    }

    @Test
    void aFileOfTheSameSizeThatHasChangedIsSaidAndItsStageDoneAgain() throws IOException {
        run(stage(this::done));
        Files.writeString(run.resolve("a/seen.txt"), "[!");

        Manifest manifest = resume(stage(this::done));

        assertEquals("[]", Files.readString(run.resolve("a/seen.txt")));
        assertEquals(Verdict.DONE, manifest.outcome());
        assertEquals(
                List.of(
                        new Problem(
                                "done again, since files it left have changed: a/seen.txt",
                                "a",
                                "")),
                warnings);
    }

    @Test
    void halvesOfFilesAreSweptAfterATry() throws IOException {
        run(
                stage(workspace -> {
                    write(workspace.directory().resolve(".trace-1.json.tmp"), "{");
                    write(workspace.directory().resolve("trace.json.gz.part"), "{");
                    return done(workspace);
                }));

        assertEquals(List.of("seen.txt"), names(run.resolve("a")));
    }

    @Test
    void scratchOfAKilledReportIsSweptWhenARunGoesOn() throws IOException {
        cutOff("a");
        write(run.resolve(".unfinished123/kernels.parquet"), "half");
        write(run.resolve(".manifest.json.new"), "half");

        resume(stage(this::done));

        assertEquals(List.of("a", "manifest.json"), names(run));
    }

    @Test
    void whatALinkLeadsToStays() throws IOException {
        Path users = run.resolveSibling(run.getFileName() + "-users");
        write(users.resolve("file.txt"), "the user's");
        cutOff("a");
        Files.createSymbolicLink(run.resolve("a"), users);

        resume(stage(this::done));

        assertEquals("the user's", Files.readString(users.resolve("file.txt")));
        RunPaths.remove(users);
    }

    @Test
    void onDiskARunIsDoneOnlyOnceItIsConcluded() {
        List<Step> steps = List.of(stage(this::done));
        Manifest ended = Orchestrator.run(steps, run, begun(steps), means());

        assertEquals(Verdict.DONE, ended.outcome());
        assertEquals(Verdict.RUNNING, ManifestFile.read(run).outcome());
        ManifestKeeper.conclude(ended, run, false);
        assertEquals(Verdict.DEGRADED, ManifestFile.read(run).outcome());
        ManifestKeeper.conclude(ended, run, true);
        assertEquals(Verdict.DONE, ManifestFile.read(run).outcome());
    }

    /// As SIGKILL leaves it.
    private void cutOff(String name) {
        List<Step> steps = List.of(Step.on(new FakeStage(name, this::done)));
        Manifest begun = begun(steps);
        ManifestFile.write(
                begun.with(Manifest.StageEntry.running(name, means().clock().instant())), run);
    }

    private Manifest begun(List<Step> steps) {
        return Concluded.begun(steps, run, Optional.empty(), means());
    }

    private Manifest run(Step step) {
        return Concluded.run(List.of(step), run, Optional.empty(), means());
    }

    private Manifest resume(Step step) {
        return Concluded.run(List.of(step), run, Optional.of(ManifestFile.read(run)), means());
    }

    private static Step stage(Function<Workspace, Outcome> does) {
        return Step.on(new FakeStage("a", does));
    }

    private Outcome done(Workspace workspace) {
        return result(workspace, "[]");
    }

    private Outcome filesAround(Workspace workspace) {
        List<String> seen = new ArrayList<>(names(workspace.directory()));
        if (Files.exists(run.resolve("tmp/a"))) {
            seen.add("tmp/a");
        }
        return result(workspace, seen.toString());
    }

    private static Outcome result(Workspace workspace, String text) {
        Path file = workspace.directory().resolve("seen.txt");
        write(file, text);
        return new Outcome.Done(List.of(new Artifact("a.seen", file)));
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.resolveSibling(""));
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> names(Path folder) {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Orchestrator.Means means() {
        return new Orchestrator.Means(
                new SystemProcesses(Map.of()),
                InstantSource.fixed(Instant.parse("2026-11-15T14:22:33Z")),
                new SilentProgress(warnings::add),
                () -> false);
    }
}
