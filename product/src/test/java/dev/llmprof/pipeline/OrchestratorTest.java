package dev.llmprof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.process.Processes.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrchestratorTest {
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-11-15T14:22:33Z"));
    private static final Problem BROKEN = new Problem("broken", "there", "mend it");

    @TempDir private Path run;
    private final List<String> ran = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();

    @Test
    void runsWhatIsOnInOrderAndSkipsWhatIsOff() {
        Manifest manifest =
                run(
                        on("a", this::done),
                        Step.off(stage("b", this::done), "off"),
                        on("c", this::done));

        assertEquals(List.of("a", "c"), ran);
        assertEquals(List.of(Verdict.DONE, Verdict.SKIPPED, Verdict.DONE), verdicts(manifest));
        assertEquals(Verdict.DONE, manifest.outcome());
    }

    @Test
    void makesNoDirectoryForAStageThatDidNotRun() {
        run(on("a", this::done), Step.off(stage("b", this::done), "off"));

        assertTrue(Files.isDirectory(run.resolve("a")));
        assertFalse(Files.exists(run.resolve("b")));
    }

    @Test
    void goesOnAfterAFailureAndSaysSo() {
        Manifest manifest =
                run(on("a", _ -> new Outcome.Failed(BROKEN, List.of())), on("b", this::done));

        assertEquals(List.of(Verdict.FAILED, Verdict.DONE), verdicts(manifest));
        assertEquals(Verdict.FAILED, manifest.outcome());
        assertEquals(List.of(BROKEN), manifest.stage("a").orElseThrow().problems());
    }

    @Test
    void aStageThatFailsKeepsWhatItWarnedOfInTheManifest() {
        var warning = new Problem("a section was left out", "conf", "name another");
        run(on("a", _ -> new Outcome.Failed(BROKEN, List.of(warning), List.of())));

        assertEquals(
                List.of(BROKEN, warning),
                ManifestFile.read(run).stage("a").orElseThrow().problems());
    }

    @Test
    void aDiskThatFailsFailsTheStageOnly() {
        Manifest manifest =
                run(
                        on(
                                "a",
                                _ -> {
                                    throw new UncheckedIOException(
                                            new IOException("No space left on device"));
                                }),
                        on("b", this::done));

        assertEquals(List.of(Verdict.FAILED, Verdict.DONE), verdicts(manifest));
        assertTrue(
                manifest.stage("a")
                        .orElseThrow()
                        .problems()
                        .getFirst()
                        .what()
                        .contains("No space left on device"));
    }

    @Test
    void theManifestIsOnDiskWhileAStageRuns() {
        run(
                on(
                        "a",
                        workspace -> {
                            Manifest seen = ManifestFile.read(run);
                            ran.add(seen.stage("a").orElseThrow().outcome().word());
                            return done(workspace);
                        }));

        assertEquals("running", ran.getFirst());
    }

    @Test
    void ourOwnFaultIsWrittenDownAndThrown() {
        assertThrows(
                IllegalStateException.class,
                () ->
                        run(
                                on(
                                        "a",
                                        _ -> {
                                            throw new IllegalStateException("we are wrong");
                                        })));
        assertEquals(Verdict.FAILED, ManifestFile.read(run).stage("a").orElseThrow().outcome());
    }

    @Test
    void notesArtifactsBelowTheRunDirectoryWithTheirHash() {
        Manifest manifest = run(on("a", this::done));

        assertEquals(
                new Manifest.ArtifactEntry(
                        "a/result.txt",
                        "a.result",
                        5,
                        "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
                manifest.stage("a").orElseThrow().artifacts().getFirst());
    }

    @Test
    void laterStagesFindWhatEarlierOnesLeft() {
        run(
                on("a", this::done),
                on(
                        "b",
                        workspace -> {
                            assertEquals(
                                    List.of(run.resolve("a/result.txt")),
                                    workspace.earlier("a.result"));
                            return done(workspace);
                        }));

        assertEquals(List.of("a", "b"), ran);
    }

    @Test
    void notesWhatAStageStartedAndHowItEnded() {
        Manifest manifest =
                run(
                        on(
                                "a",
                                workspace -> {
                                    workspace
                                            .processes()
                                            .run(
                                                    Command.of("tool", "x"),
                                                    workspace.directory().resolve("tool.log"),
                                                    Limits.of(Duration.ofMinutes(1)));
                                    return done(workspace);
                                }));

        var command = manifest.stage("a").orElseThrow().commands().getFirst();
        assertEquals(List.of("tool", "x"), command.argv());
        assertEquals(7, command.exit().getAsInt());
        assertEquals("a/tool.log", command.log());
        assertEquals(1.5, command.seconds());
    }

    @Test
    void readsBackWhatItWrote() {
        Manifest manifest = run(on("a", this::done), Step.off(stage("b", this::done), "off"));

        assertEquals(manifest, ManifestFile.read(run));
    }

    @Test
    void resumesWithWhatIsMissing() throws IOException {
        run(on("a", this::done), on("b", _ -> new Outcome.Failed(BROKEN, List.of())));
        ran.clear();

        Manifest manifest = resume(on("a", this::done), on("b", this::done));

        assertEquals(List.of("b"), ran);
        assertEquals(List.of(Verdict.DONE, Verdict.DONE), verdicts(manifest));
        Files.delete(run.resolve("a/result.txt"));
        ran.clear();
        resume(on("a", this::done), on("b", this::done));
        assertEquals(List.of("a"), ran);
    }

    @Test
    void anInterruptionMarksTheStageAndSkipsTheRest() {
        Manifest manifest =
                run(
                        on(
                                "a",
                                workspace -> {
                                    stopped.set(true);
                                    return done(workspace);
                                }),
                        on("b", this::done));

        assertEquals(List.of("a"), ran);
        assertEquals(List.of(Verdict.INTERRUPTED, Verdict.SKIPPED), verdicts(manifest));
        assertEquals(Verdict.INTERRUPTED, manifest.outcome());
    }

    private Outcome done(Workspace workspace) {
        ran.add(workspace.directory().getFileName().toString());
        try {
            Path file = Files.writeString(workspace.directory().resolve("result.txt"), "hello");
            return new Outcome.Done(
                    List.of(new Artifact(workspace.directory().getFileName() + ".result", file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Manifest run(Step... steps) {
        return run(Optional.empty(), steps);
    }

    private Manifest resume(Step... steps) {
        return run(Optional.of(ManifestFile.read(run)), steps);
    }

    private Manifest run(Optional<Manifest> earlier, Step... steps) {
        return Concluded.run(
                List.of(steps),
                run,
                earlier,
                new Orchestrator.Means(new Exits7(), CLOCK, new SilentProgress(), stopped::get));
    }

    private static Step on(String name, Function<Workspace, Outcome> does) {
        return Step.on(stage(name, does));
    }

    private static Stage stage(String name, Function<Workspace, Outcome> does) {
        return new FakeStage(name, does);
    }

    private static List<Verdict> verdicts(Manifest manifest) {
        return manifest.stages().stream().map(Manifest.StageEntry::outcome).toList();
    }

    private record Exits7() implements Processes {
        private static final Ended ENDED =
                new Ended.Exited(7, new Ended.Usage(Duration.ofMillis(1500), 0));

        @Override
        public Ended run(Command command, Path log, Limits limits) {
            return ENDED;
        }

        @Override
        public Answer ask(Command command, Duration deadline) {
            return new Answer(ENDED, "", "");
        }
    }
}
