package dev.llmprof.shipped;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/// Text that is packed beside a class: scripts, tables, patterns. That it is missing is our
/// mistake.
public final class ShippedText {
    private ShippedText() {}

    public static String of(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + name, e);
        }
    }

    /// Its lines, without empty ones and comments.
    public static Stream<String> lines(Class<?> beside, String name) {
        return of(beside, name).lines().filter(line -> !line.isBlank() && !line.startsWith("#"));
    }
}
