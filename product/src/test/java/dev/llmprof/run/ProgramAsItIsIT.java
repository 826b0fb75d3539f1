package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.ExitCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program under `llmprof run` reads, speaks and ends as it does by itself.
class ProgramAsItIsIT {
    @TempDir private Path directory;

    @Test
    void itReadsWhatWeAreGivenInEveryPassAndSpeaksInTheFirst() throws Exception {
        Llmprof llmprof = start("wc -c; echo aside >&2");
        try (var input = llmprof.process().getOutputStream()) {
            input.write("12345".getBytes(StandardCharsets.UTF_8));
        }

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
        assertEquals("5\n" + run() + "\n", llmprof.output());
        assertEquals(1, llmprof.errors().lines().filter("aside"::equals).count());
        assertEquals(List.of("5", "aside"), log("direct_inference"));
        assertEquals(List.of("5", "aside"), log("torch_profiler"));
    }

    @Test
    void itsFailureIsOurs() throws Exception {
        Llmprof llmprof = start("echo on its way; exit 7");
        llmprof.process().getOutputStream().close();

        assertEquals(ExitCode.STAGE_FAILED, llmprof.exit(), llmprof.errors());
        assertTrue(
                llmprof.errors().contains("the workload ended with exit code 7"), llmprof.errors());
    }

    @Test
    void quietlyItIsOnlyInItsLog() throws Exception {
        Llmprof llmprof = start(List.of("--quiet"), "echo on its way");
        llmprof.process().getOutputStream().close();

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
        assertEquals(run() + "\n", llmprof.output());
        assertEquals(List.of("on its way"), log("direct_inference"));
    }

    @Test
    void itStandsWhereWeStandWithOurVariables() throws Exception {
        Llmprof llmprof = start("pwd; echo $HOME");
        llmprof.process().getOutputStream().close();

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
        assertEquals(
                Path.of("").toAbsolutePath() + "\n" + System.getenv("HOME") + "\n" + run() + "\n",
                llmprof.output());
    }

    private Llmprof start(String script) throws Exception {
        return start(List.of(), script);
    }

    private Llmprof start(List<String> flags, String script) throws Exception {
        var words = new ArrayList<>(flags);
        words.addAll(
                List.of(
                        "run",
                        "hydra.run.dir=" + run(),
                        "pipeline.static_analysis.enable=false",
                        "pipeline.direct_inference.enable=true",
                        "--",
                        "sh",
                        "-c",
                        script));
        return Llmprof.start(directory, List.of(), words);
    }

    private Path run() {
        return directory.resolve("run");
    }

    private List<String> log(String stage) throws Exception {
        return Files.readAllLines(run().resolve(stage).resolve("tool.log")).stream()
                .sorted()
                .toList();
    }
}
