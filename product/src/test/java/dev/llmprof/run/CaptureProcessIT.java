package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.process.Survivors;
import dev.llmprof.testing.RealTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real nsys in a process of its own: Ctrl-C while it records, and where it stands.
class CaptureProcessIT {
    @TempDir private Path directory;

    @Test
    void whatWasRecordedUntilThenIsImportedAndExported() throws Exception {
        RealTool.nsys();
        Path run = directory.resolve("run");
        Llmprof llmprof =
                Llmprof.start(
                        directory,
                        List.of(),
                        Llmprof.words(
                                run,
                                "nsys",
                                List.of("pipeline.nsys.capture_range=none"),
                                "sh",
                                "-c",
                                "echo up; while :; do sleep 0.1; done; : " + directory));
        llmprof.awaitWord(run.resolve("nsys/tool.log"), "up");

        llmprof.interrupt();

        assertEquals(ExitCode.INTERRUPTED, llmprof.exit(), llmprof.errors());
        assertTrue(Files.size(run.resolve("nsys/run.sqlite")) > 0, llmprof.errors());
        Manifest.StageEntry nsys = ManifestFile.read(run).stage("nsys").orElseThrow();
        assertEquals(Verdict.INTERRUPTED, nsys.outcome());
        assertEquals("nsys/run.nsys-rep", nsys.artifacts().getFirst().path());
        assertTrue(llmprof.errors().contains("interrupted before its end"), llmprof.errors());
        assertEquals(Set.of(), Survivors.mentioning(directory.toString()));
    }

    @Test
    void nothingOfTheUsersIsRunButTheProgram() throws Exception {
        RealTool.nsys();
        Path home = Files.createDirectory(directory.resolve("project"));
        Path mark = directory.resolve("mark");
        Files.writeString(home.resolve("infer.py"), "open('" + mark + "', 'w')\n");

        Llmprof llmprof =
                Llmprof.start(
                        directory,
                        List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", home.toString()),
                        List.of(
                                "run",
                                "pipeline.static_analysis.enable=false",
                                "pipeline.torch_profiler.enable=false",
                                "pipeline.nsys.enable=true",
                                "pipeline.nsys.capture_range=none",
                                "--",
                                "true"));

        assertEquals(ExitCode.OK, llmprof.exit(), llmprof.errors());
        assertFalse(Files.exists(mark), "nsys stats imported infer.py");
        try (var files = Files.list(home)) {
            assertEquals(Set.of("infer.py", "tmp"), names(files));
        }
    }

    private static Set<String> names(Stream<Path> files) {
        return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
}
