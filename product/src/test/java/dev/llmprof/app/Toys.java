package dev.llmprof.app;

import dev.llmprof.analysis.Findings;
import dev.llmprof.config.sweep.JobCommand;
import dev.llmprof.config.sweep.JobResult;
import dev.llmprof.config.sweep.Launcher;
import dev.llmprof.config.sweep.LauncherDefinition;
import dev.llmprof.host.HostTool;
import dev.llmprof.host.check.Examination;
import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Probe;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.Command;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.section.Missing;
import dev.llmprof.run.settings.StageKeys;
import dev.llmprof.run.stage.StageDefinition;
import dev.llmprof.study.capture.CaptureFormat;
import dev.llmprof.study.capture.CaptureTaker;
import dev.llmprof.study.capture.OpenCapture;
import dev.llmprof.trace.FileHead;
import dev.llmprof.trace.kineto.KinetoFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// A stage, a format, a section and a launcher that did not exist when the program was written.
final class Toys {
    private static final String MAGIC = "TOYTRACE 1\n";

    private Toys() {}

    static StageDefinition stage() {
        return StageDefinition.of("toy", Keys.class, (keys, _) -> Optional.of(new Toy(keys.name())))
                .withPresets("profiling/toy")
                .withTools(
                        new HostTool(
                                "toytool",
                                Command.of("echo", "toytool 1.2"),
                                said -> Optional.of(said.strip().replace("toytool ", "")),
                                false))
                .withChecks(machine ->
                        Examination.tool(machine, "toytool", "no toys", "install toytool"))
                .withCaptures("toy.trace");
    }

    static Section section(Findings findings) {
        List<String> files =
                findings.provenance().inputs().stream()
                        .filter(input -> input.kind().equals("toy.trace"))
                        .map(input -> input.path() + " was played with")
                        .toList();
        return files.isEmpty()
                ? Missing.section("toy", "Toys", "No toy ran.", "pipeline.toy.enable=true")
                : new Section("toy", "Toys", List.of(new Block.Bullets(files)));
    }

    static LauncherDefinition launcher(ToIntFunction<List<String>> program) {
        return new LauncherDefinition("toy", "toy.launcher", (_, _) -> new ByWords(program));
    }

    private record Keys(boolean enable, String name) implements StageKeys {}

    private record Toy(String kernel) implements Stage {
        @Override
        public String name() {
            return "toy";
        }

        @Override
        public Probe probe() {
            return new Probe.Ready("toytool", List.of());
        }

        @Override
        public List<Command> plan(Workspace workspace) {
            return List.of(Command.of("toytool", "--play", kernel));
        }

        @Override
        public Outcome run(Workspace workspace) {
            Path file = workspace.directory().resolve("play.toy");
            AtomicFile.write(
                    file,
                    MAGIC
                            + """
                            {"traceEvents": [{"ph": "X", "cat": "kernel", "name": "%s", "ts": 5,
                             "dur": 10, "pid": 0, "tid": 7, "args": {"device": 0, "stream": 7}}]}
                            """
                                    .formatted(kernel));
            return new Outcome.Done(List.of(new Artifact("toy.trace", file)));
        }
    }

    /// A PyTorch trace behind a line of its own.
    record Format() implements CaptureFormat {
        @Override
        public String words() {
            return "a toy trace (.toy)";
        }

        @Override
        public boolean sniffs(FileHead head) {
            return head.text().startsWith(MAGIC);
        }

        @Override
        public void read(OpenCapture capture, CaptureTaker taker) throws IOException {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(capture.path()))) {
                in.skipNBytes(MAGIC.length());
                KinetoFiles.each(capture.source(), in, capture.progress(), taker);
            }
        }
    }

    /// Runs nothing but the words it is given.
    private record ByWords(ToIntFunction<List<String>> program) implements Launcher {
        @Override
        public List<JobResult> launch(List<JobCommand> jobs, PrintStream out) {
            out.println("toys: " + jobs.size());
            return jobs.stream()
                    .map(job ->
                            new JobResult(
                                    job,
                                    program.applyAsInt(job.argv().subList(1, job.argv().size())),
                                    Optional.empty()))
                    .toList();
        }
    }
}
