package dev.llmprof.model.family;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/// Tables of this room that are shipped as text.
public final class ResourceText {
    private ResourceText() {}

    public static String all(String name) {
        try (InputStream in = ResourceText.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + name, e);
        }
    }

    /// Its lines without comments.
    public static Stream<String> lines(String name) {
        return all(name).lines().filter(line -> !line.isEmpty() && !line.startsWith("#"));
    }
}
