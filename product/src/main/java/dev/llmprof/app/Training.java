package dev.llmprof.app;

import dev.llmprof.cli.Version;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A walk through what start-up needs, run once after a build: the JVM notes which classes it loads
/// and keeps them ready in its ahead-of-time cache.
public final class Training {

    private Training() {}

    public static void main(String[] args) {
        System.out.println(Version.current());
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        for (List<String> words :
                List.of(
                        List.of("--help"),
                        List.of("init", "--help"),
                        List.of("model", "tiny", "--gpu", "h100-sxm5-80gb"),
                        List.of("model", "tiny", "--json"),
                        List.of("config", "--cfg", "job", "device=cpu"))) {
            Main.run(words, nowhere, nowhere);
        }
    }
}
