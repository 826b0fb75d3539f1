package dev.llmprof.app;

import dev.llmprof.cli.complete.Completions;
import dev.llmprof.console.Version;
import dev.llmprof.pipeline.RunPaths;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A walk through what start-up needs, run once after a build: the JVM notes which classes it loads
/// and keeps them ready in its ahead-of-time cache.
public final class Training {
    private static final int LARGE_BYTES = 17 << 20;

    private Training() {}

    /// Without words what most commands need; `model` or `config`: what that one needs; captures:
    /// what `analyze` needs, the last one a plain trace of PyTorch.
    public static void main(String[] words) throws IOException {
        System.out.println(Version.current());
        switch (words.length == 0 ? "" : words[0]) {
            case "" -> run(commands());
            case "model" -> run(models());
            case "config" -> run(configurations());
            default -> analyse(List.of(words));
        }
    }

    private static void analyse(List<String> captures) throws IOException {
        Path written = Files.createTempDirectory("llmprof-training");
        try {
            run(analyses(captures, written));
            Path large = large(Path.of(captures.getLast()), written);
            run(List.of(List.of("analyze", large.toString(), "--json", "--gpu", "h100-sxm5-80gb")));
        } finally {
            RunPaths.remove(written);
        }
    }

    /// The same events again and again, enough for all cores to read a piece.
    private static Path large(Path trace, Path folder) throws IOException {
        String text = Files.readString(trace);
        int first = text.indexOf('{', text.indexOf("traceEvents"));
        String events = text.substring(first, text.lastIndexOf(']'));
        String more = (events + ",").repeat(LARGE_BYTES / events.length());
        Path large = folder.resolve("large.json");
        return Files.writeString(large, new StringBuilder(text).insert(first, more));
    }

    private static void run(List<List<String>> lines) {
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        lines.forEach(words -> Main.run(words, nowhere, nowhere));
    }

    private static List<List<String>> commands() {
        List<List<String>> lines = new ArrayList<>(configurations());
        lines.add(List.of("--help"));
        lines.add(List.of("init", "--help"));
        return lines;
    }

    private static List<List<String>> configurations() {
        return List.of(
                List.of("config", "--cfg", "job", "device=cpu"),
                List.of(Completions.COMMAND, "override", "pipeline."));
    }

    private static List<List<String>> models() {
        return List.of(
                List.of("model", "tiny", "--gpu", "h100-sxm5-80gb"),
                List.of("model", "tiny", "--json"));
    }

    private static List<List<String>> analyses(List<String> captures, Path written) {
        List<List<String>> lines = new ArrayList<>();
        for (String capture : captures) {
            lines.add(List.of("analyze", capture, "--json"));
            lines.add(List.of("analyze", capture, "--output", written.toString()));
        }
        return lines;
    }
}
