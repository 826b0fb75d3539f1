package dev.llmprof.app;

import dev.llmprof.cli.complete.Completions;
import dev.llmprof.console.Version;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A walk through what start-up needs, run once after a build: the JVM notes which classes it loads
/// and keeps them ready in its ahead-of-time cache.
public final class Training {

    private Training() {}

    /// Without captures what most commands need; with them what `analyze` needs.
    public static void main(String[] captures) throws IOException {
        System.out.println(Version.current());
        if (captures.length == 0) {
            run(commands());
            return;
        }
        Path written = Files.createTempDirectory("llmprof-training");
        try {
            run(analyses(List.of(captures), written));
        } finally {
            delete(written);
        }
    }

    private static void run(List<List<String>> lines) {
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        lines.forEach(words -> Main.run(words, nowhere, nowhere));
    }

    private static List<List<String>> commands() {
        return List.of(
                List.of("--help"),
                List.of("init", "--help"),
                List.of("model", "tiny", "--gpu", "h100-sxm5-80gb"),
                List.of("model", "tiny", "--json"),
                List.of("config", "--cfg", "job", "device=cpu"),
                List.of(Completions.COMMAND, "override", "pipeline."));
    }

    private static List<List<String>> analyses(List<String> captures, Path written) {
        List<List<String>> lines = new ArrayList<>();
        for (String capture : captures) {
            lines.add(List.of("analyze", capture, "--json"));
            lines.add(List.of("analyze", capture, "--output", written.toString()));
        }
        return lines;
    }

    private static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(folder)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }
}
