package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.console.Console;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Step;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunProgressTest {
    @Test
    void aRemarkShowsNoSecretAndIsNotObeyed() {
        var bytes = new ByteArrayOutputStream();
        var stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        var progress = new RunProgress(Console.of(stream, stream, Map.of(), Console.Volume.NORMAL));

        progress.remark("ready at http://me:zRemarkWord@host, model \u001b[2J");

        assertEquals(
                "       ready at http://me:(hidden)@host, model \\u001b[2J\n",
                bytes.toString(StandardCharsets.UTF_8));
    }

    /// A report is made of it, so that the line says what is in there.
    @Test
    void whatWasRecordedBeforeAProgramFailedIsSaid(@TempDir Path folder) throws IOException {
        Path results = folder.resolve("results.json");
        Files.writeString(
                results,
                """
                {"items": [{"tokens": 4}], "notes": ["recorded: request 1 of 1, 4 steps"]}
                """);
        var bytes = new ByteArrayOutputStream();
        var stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        var progress = new RunProgress(Console.of(stream, stream, Map.of(), Console.Volume.NORMAL));
        var failed =
                new Outcome.Failed(
                        new Problem("the workload ended with exit code 7", "", ""),
                        List.of(new Artifact("workload.results", results)));

        progress.ended(Step.on(new Toy()), failed, Duration.ofSeconds(2));

        assertEquals(
                " ✗  2.0 s   1 request, 4 tokens; recorded: request 1 of 1, 4"
                        + " steps\n       the workload ended with exit code 7\n",
                bytes.toString(StandardCharsets.UTF_8));
    }

    private record Toy() implements Stage {
        @Override
        public String name() {
            return "toy";
        }

        @Override
        public Probe probe() {
            return new Probe.Ready("toy", List.of());
        }

        @Override
        public List<Command> plan(Workspace workspace) {
            return List.of();
        }

        @Override
        public Outcome run(Workspace workspace) {
            return new Outcome.Done(List.of());
        }
    }
}
