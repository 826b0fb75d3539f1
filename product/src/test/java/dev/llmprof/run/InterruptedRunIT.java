package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.process.Survivors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ctrl-C, Ctrl-C twice, and SIGKILL, to a whole `llmprof run`.
class InterruptedRunIT {
    @TempDir private Path directory;

    @AfterEach
    void nothingIsLeft() throws Exception {
        for (int i = 0; i < 3000 && !Survivors.mentioning(word()).isEmpty(); i++) {
            Thread.sleep(20);
        }
        assertEquals(Set.of(), Survivors.mentioning(word()));
        assertEquals(Set.of(), ManifestSchema.violations(run()));
    }

    @Test
    void theFirstAsksTheProgramToEndAndKeepsWhatIsThere() throws Exception {
        Llmprof llmprof =
                start("trap 'echo tidy; exit 0' INT; echo up; while :; do sleep 0.1; done");
        llmprof.awaitWord(log(), "up");

        llmprof.interrupt();

        assertEquals(ExitCode.INTERRUPTED, llmprof.exit(), llmprof.errors());
        assertEquals("up\ntidy\n", Files.readString(log()));
        assertEquals(Verdict.INTERRUPTED, manifest().outcome());
        assertEquals(
                Verdict.INTERRUPTED, manifest().stage("direct_inference").orElseThrow().outcome());
        assertTrue(llmprof.errors().contains("llmprof run --resume"), llmprof.errors());
        assertTrue(Files.exists(run().resolve("report.html")));
    }

    @Test
    void theSecondKillsItAndLeavesTheReportsOut() throws Exception {
        Llmprof llmprof = start("trap 'echo asked' INT; echo up; while :; do sleep 0.1; done");
        llmprof.awaitWord(log(), "up");
        llmprof.interrupt();
        llmprof.awaitWord(log(), "asked");
        // What comes in the same moment is one wish.
        Thread.sleep(400);

        llmprof.interrupt();

        assertEquals(ExitCode.INTERRUPTED, llmprof.exit(), llmprof.errors());
        assertEquals(Verdict.INTERRUPTED, manifest().outcome());
        assertFalse(Files.exists(run().resolve("report.html")));
        assertTrue(llmprof.errors().contains("no reports were made"), llmprof.errors());
    }

    @Test
    void aBatchSystemsWarningDoesNotEndARun() throws Exception {
        Llmprof llmprof = start("echo up; while [ ! -e '" + mark() + "' ]; do sleep 0.1; done");
        llmprof.awaitWord(log(), "up");

        llmprof.signal("USR1");
        Files.createFile(mark());

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
        assertEquals(Verdict.DONE, manifest().outcome());
    }

    @Test
    void aRunThatWasInterruptedGoesOn() throws Exception {
        String twice = "[ -e '" + mark() + "' ] && exit 0; touch '" + mark() + "'; sleep 1000";
        Llmprof first = start(twice);
        first.await(() -> Files.exists(mark()));
        first.interrupt();
        assertEquals(ExitCode.INTERRUPTED, first.exit(), first.errors());

        Llmprof second =
                Llmprof.start(directory, List.of(), List.of("run", "--resume", "" + run()));

        assertEquals(ExitCode.OK, second.exit(), second.errors());
        assertEquals(Verdict.DONE, manifest().outcome());
    }

    @Test
    void aKilledRunLeavesAManifestAndGoesOn() throws Exception {
        String twice = "[ -e '" + mark() + "' ] && exit 0; touch '" + mark() + "'; sleep 1000";
        Llmprof first = start(twice);
        first.await(() -> Files.exists(mark()));

        first.process().destroyForcibly().waitFor();

        nothingIsLeft();
        assertEquals(Verdict.RUNNING, manifest().outcome());
        assertEquals(Verdict.RUNNING, manifest().stage("direct_inference").orElseThrow().outcome());
        Llmprof second =
                Llmprof.start(directory, List.of(), List.of("run", "--resume", "" + run()));
        assertEquals(ExitCode.OK, second.exit(), second.errors());
        assertEquals(Verdict.DONE, manifest().outcome());
    }

    private Llmprof start(String script) throws IOException {
        var words =
                new ArrayList<>(
                        List.of(
                                "run",
                                "hydra.run.dir=" + run(),
                                "pipeline.static_analysis.enable=false",
                                "pipeline.torch_profiler.enable=false",
                                "pipeline.direct_inference.enable=true",
                                "--"));
        words.addAll(List.of("sh", "-c", script + "; : " + word()));
        return Llmprof.start(directory, List.of(), words);
    }

    private Manifest manifest() {
        return ManifestFile.read(run());
    }

    private Path run() {
        return directory.resolve("run");
    }

    private Path log() {
        return run().resolve("direct_inference/tool.log");
    }

    private Path mark() {
        return directory.resolve("mark");
    }

    private String word() {
        return "interrupt-" + directory.getFileName();
    }
}
