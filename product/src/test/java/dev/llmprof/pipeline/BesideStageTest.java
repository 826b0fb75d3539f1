package dev.llmprof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.SystemProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A sampler begins before the first of the other stages and ends after the last.
class BesideStageTest {
    private static final Problem BROKEN = new Problem("broken", "there", "mend it");

    @TempDir private Path run;
    private final List<String> heard = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();

    @Test
    void itIsAroundAllOthersWhereverItStands() {
        Manifest manifest = run(on("a", done("a")), sampler(this::sampled), on("b", done("b")));

        assertEquals(List.of("begins", "a", "b", "ends"), heard);
        assertEquals(
                List.of("a done", "sampler done", "b done"),
                manifest.stages().stream()
                        .map(stage -> stage.name() + " " + stage.outcome().word())
                        .toList());
        assertEquals(
                "sampler/samples.csv",
                manifest.stage("sampler").orElseThrow().artifacts().getFirst().path());
    }

    @Test
    void aThreadOfItsOwnSeesTheWorkload() {
        var begun = new CountDownLatch(1);
        var samples = new ArrayList<String>();
        var thread =
                Thread.ofPlatform()
                        .unstarted(() -> {
                            samples.add("a sample");
                            begun.countDown();
                        });
        run(
                Step.on(
                        new Sampler(() -> {
                            thread.start();
                            return () -> {
                                joined(thread);
                                return new Outcome.Done(List.of());
                            };
                        })),
                on(
                        "a",
                        () -> {
                            awaited(begun);
                            heard.addAll(samples);
                            return new Outcome.Done(List.of());
                        }));

        assertEquals(List.of("a sample"), heard);
    }

    @Test
    void itIsMarkedAsRunningMeanwhile() {
        run(
                sampler(this::sampled),
                on(
                        "a",
                        () -> {
                            heard.add(
                                    ManifestFile.read(run)
                                            .stage("sampler")
                                            .orElseThrow()
                                            .outcome()
                                            .word());
                            return new Outcome.Done(List.of());
                        }));

        assertEquals(List.of("begins", "running", "ends"), heard);
    }

    @Test
    void oneThatCannotBeginFailsAloneAndTheOthersRun() {
        Manifest manifest =
                run(
                        Step.on(
                                new Sampler(() -> {
                                    throw BROKEN.found();
                                })),
                        on("a", done("a")));

        assertEquals(List.of("a"), heard);
        assertEquals(List.of(BROKEN), manifest.stage("sampler").orElseThrow().problems());
        assertEquals(Verdict.FAILED, manifest.outcome());
    }

    @Test
    void itEndsAlsoWhereAnotherStageIsOurFault() {
        assertThrows(
                IllegalStateException.class,
                () ->
                        run(
                                sampler(this::sampled),
                                on(
                                        "a",
                                        () -> {
                                            throw new IllegalStateException("we are wrong");
                                        })));

        assertEquals(List.of("begins", "ends"), heard);
    }

    @Test
    void anInterruptionEndsItAndKeepsWhatItHas() {
        Manifest manifest =
                run(
                        sampler(this::sampled),
                        on(
                                "a",
                                () -> {
                                    stopped.set(true);
                                    return new Outcome.Done(List.of());
                                }));

        assertEquals(List.of("begins", "ends"), heard);
        assertEquals(Verdict.INTERRUPTED, manifest.stage("sampler").orElseThrow().outcome());
        assertEquals(1, manifest.stage("sampler").orElseThrow().artifacts().size());
    }

    @Test
    void itBeginsAgainWhereAStageBesideItRunsAgain() {
        Manifest first =
                run(
                        sampler(this::sampled),
                        on("a", done("a")),
                        on("b", () -> new Outcome.Failed(BROKEN, List.of())));
        heard.clear();
        Manifest second =
                resumed(first, sampler(this::sampled), on("a", done("a")), on("b", done("b")));

        assertEquals(List.of("begins", "b", "ends"), heard);
        assertEquals(Verdict.DONE, second.stage("sampler").orElseThrow().outcome());
    }

    @Test
    void itIsKeptWhereNothingRunsAgain() {
        Manifest first = run(sampler(this::sampled), on("a", done("a")));
        heard.clear();
        resumed(first, sampler(this::sampled), on("a", done("a")));

        assertEquals(List.of(), heard);
    }

    @Test
    void itBeginsAgainWhereItsFilesAreGone() throws IOException {
        Manifest first = run(sampler(this::sampled), on("a", done("a")));
        heard.clear();
        Files.delete(run.resolve("sampler/samples.csv"));
        resumed(first, sampler(this::sampled), on("a", done("a")));

        assertEquals(List.of("begins", "ends"), heard);
    }

    @Test
    void oneThatIsOffNeverBegins() {
        run(Step.off(new Sampler(() -> this::sampled), "off"), on("a", done("a")));

        assertEquals(List.of("a"), heard);
    }

    private Supplier<Outcome> done(String name) {
        return () -> {
            heard.add(name);
            return new Outcome.Done(List.of());
        };
    }

    private Outcome sampled() {
        heard.add("ends");
        Path file = run.resolve("sampler/samples.csv");
        AtomicFile.write(file, "1\n");
        return new Outcome.Done(List.of(new Artifact("sampler.samples", file)));
    }

    private Step sampler(BesideStage.Recording recording) {
        return Step.on(
                new Sampler(() -> {
                    heard.add("begins");
                    return recording;
                }));
    }

    private static void joined(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Step on(String name, Supplier<Outcome> does) {
        return Step.on(new FakeStage(name, _ -> does.get()));
    }

    private Manifest run(Step... steps) {
        return run(Optional.empty(), steps);
    }

    private Manifest resumed(Manifest earlier, Step... steps) {
        return run(Optional.of(earlier), steps);
    }

    private Manifest run(Optional<Manifest> earlier, Step... steps) {
        return Concluded.run(
                List.of(steps),
                run,
                earlier,
                new Orchestrator.Means(
                        new SystemProcesses(Map.of()),
                        InstantSource.fixed(Instant.parse("2026-11-15T14:22:33Z")),
                        new SilentProgress(),
                        stopped::get));
    }

    private record Sampler(Supplier<BesideStage.Recording> begin) implements BesideStage {
        @Override
        public String name() {
            return "sampler";
        }

        @Override
        public Probe probe() {
            return new Probe.Ready("sampler", List.of());
        }

        @Override
        public Recording start(Workspace workspace) {
            return begin.get();
        }
    }
}
