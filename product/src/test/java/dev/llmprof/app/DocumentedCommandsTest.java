package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.study.compare.RunDirectories;
import dev.llmprof.testing.DocumentedCommands;
import dev.llmprof.testing.ForwardTrace;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every command in a block marked `sh` of the guides, typed in a folder that has the files they
/// name. Programs that are not here, such as vLLM and Slurm, are stand-ins that say nothing.
class DocumentedCommandsTest {
    private static final Path DOCUMENTS = Path.of("../docs").toAbsolutePath().normalize();
    private static final List<String> RUNS =
            List.of(
                    "tmp/runs/first",
                    "tmp/runs/no-tiles",
                    "tmp/runs/before",
                    "tmp/runs/after",
                    "runs/before",
                    "runs/after");
    private static final List<String> PROGRAMS =
            List.of("python", "vllm", "transformers", "torchrun", "srun", "scontrol", "squeue");

    @TempDir private Path folder;

    @BeforeEach
    void files() throws IOException {
        for (String run : RUNS) {
            for (int number = 1; number <= 5; number++) {
                Path one = folder.resolve(run).resolve(String.valueOf(number));
                Files.createDirectories(one.resolve("torch_profiler"));
                Files.writeString(one.resolve("torch_profiler/results.json"), results(number));
                RunDirectories.write(
                        one, Programs.eagerLlama(Dialect.CUDA), Manifest.Verdict.DONE, "run");
            }
        }
        captures();
        Path programs = Files.createDirectories(folder.resolve("programs"));
        for (String name : PROGRAMS) {
            program(programs.resolve(name), "exit 0");
        }
        program(programs.resolve("sbatch"), "echo 'sbatch: Job 1 to start at noon' >&2");
        Files.writeString(folder.resolve("my-gpu.yaml"), ownGpu());
    }

    /// Four requests on the workload's own clock, a little apart from run to run.
    private static String results(int number) {
        String item =
                "{\"image_path\":\"a\",\"prefill_len\":9,\"tokens\":6,\"prefill_ms\":%d,\"decode_ms\":%d}"
                        .formatted(20 + number, 50 + number);
        return "{\"items\":[" + String.join(",", Collections.nCopies(4, item)) + "]}";
    }

    private void captures() throws IOException {
        Path plain = ForwardTrace.write(folder.resolve("trace.json"), 1);
        try (var packed =
                new GZIPOutputStream(Files.newOutputStream(folder.resolve("trace.json.gz")))) {
            Files.copy(plain, packed);
        }
        Files.writeString(folder.resolve("config.json"), ForwardTrace.CONFIG);
        NsysExport.write(NsysRuns.generated(4, 5), NsysSchema.V3_16, folder.resolve("run.sqlite"));
        Path traces = Files.createDirectories(folder.resolve("traces"));
        for (int rank = 0; rank < 2; rank++) {
            Programs.tensorParallel(rank, 2).writtenTo(traces.resolve("rank" + rank + ".json.gz"));
        }
    }

    @ParameterizedTest
    @MethodSource("guides")
    void everyCommandWorks(Path guide) throws IOException, InterruptedException {
        Path log = folder.resolve("log.txt");
        var builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                DocumentedLines.class.getName(),
                                guide.toString())
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().put("PATH", folder.resolve("programs") + ":/usr/bin:/bin");
        assertEquals(0, builder.start().waitFor(), () -> read(log));
    }

    @Test
    void everyHowToHasCommands() throws IOException {
        for (Path guide : guides().toList()) {
            assertFalse(DocumentedCommands.of(guide, folder).isEmpty(), guide::toString);
        }
    }

    static Stream<Path> guides() throws IOException {
        try (Stream<Path> pages = Files.list(DOCUMENTS.resolve("howto"))) {
            List<Path> howTo = pages.filter(page -> !page.endsWith("README.md")).sorted().toList();
            return Stream.concat(
                    howTo.stream(),
                    Stream.of("tutorial.md", "sizing.md", "serving.md", "clusters.md")
                            .map(DOCUMENTS::resolve));
        }
    }

    /// The GPU that the page shows.
    private static String ownGpu() throws IOException {
        String page = Files.readString(DOCUMENTS.resolve("howto/own-gpu.md"));
        int begin = page.indexOf("# my-gpu.yaml");
        return page.substring(begin, page.indexOf("```", begin));
    }

    private static void program(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
