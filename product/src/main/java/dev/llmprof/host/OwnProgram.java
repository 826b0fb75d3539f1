package dev.llmprof.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// How this llmprof is started once more, on a machine that sees the same files.
public final class OwnProgram {
    private OwnProgram() {}

    /// This one, where it knows its home; else the one on the PATH.
    public static String path() {
        return Stream.ofNullable(System.getProperty("llmprof.home"))
                .flatMap(home -> Stream.of(Path.of(home, "llmprof"), Path.of(home, "bin/llmprof")))
                .filter(Files::isExecutable)
                .filter(Files::isRegularFile)
                .findFirst()
                .map(Path::toString)
                .orElse("llmprof");
    }
}
