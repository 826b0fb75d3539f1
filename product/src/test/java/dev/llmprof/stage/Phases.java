package dev.llmprof.stage;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/// A C program with NVTX ranges, compiled on the spot with the headers that nsys brings.
public final class Phases {
    private static final List<String> HEADERS =
            List.of(
                    "/usr/lib/x86_64-linux-gnu/nsight-systems/target-linux-x64/nvtx/include",
                    "/usr/local/cuda/include",
                    "/usr/include");

    private Phases() {}

    public static Workload workload(Path directory, String... arguments) throws IOException {
        List<String> argv =
                Stream.concat(Stream.of(compile(directory).toString()), Stream.of(arguments))
                        .toList();
        return new Workload.Command(argv, new Workload.Surroundings(Map.of(), Optional.empty()));
    }

    private static Path compile(Path directory) throws IOException {
        String headers =
                HEADERS.stream()
                        .filter(each -> Files.exists(Path.of(each, "nvtx3/nvToolsExt.h")))
                        .findFirst()
                        .orElseThrow(() -> new TestAbortedException("skipped: no NVTX headers"));
        Path source = directory.resolve("phases.c");
        try (InputStream in =
                Objects.requireNonNull(Phases.class.getResourceAsStream("phases.c"))) {
            Files.write(source, in.readAllBytes());
        }
        Path program = directory.resolve("phases");
        var answer =
                new SystemProcesses(System.getenv())
                        .ask(
                                Command.of(
                                        "gcc",
                                        "-I" + headers,
                                        "-o",
                                        program.toString(),
                                        source.toString(),
                                        "-ldl"),
                                Duration.ofMinutes(1));
        if (!(answer.ended() instanceof Ended.Exited(int code, _)) || code != 0) {
            throw new TestAbortedException("skipped: phases.c: " + answer.errors());
        }
        return program;
    }
}
