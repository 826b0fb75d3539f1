package dev.llmprof.app;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What llmprof answers to a line of words, in this process.
public record TypedWords(int exitCode, String said) {

    public static TypedWords of(String... words) {
        var both = new ByteArrayOutputStream();
        var stream = new PrintStream(both, true, StandardCharsets.UTF_8);
        int code = Main.run(List.of(words), stream, stream);
        return new TypedWords(code, both.toString(StandardCharsets.UTF_8));
    }
}
