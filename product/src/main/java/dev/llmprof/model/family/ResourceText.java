package dev.llmprof.model.family;

import dev.llmprof.shipped.ShippedText;
import java.util.stream.Stream;

/// Tables of this room that are shipped as text.
public final class ResourceText {
    private ResourceText() {}

    public static String all(String name) {
        return ShippedText.of(ResourceText.class, name);
    }

    /// Its lines without comments.
    public static Stream<String> lines(String name) {
        return ShippedText.lines(ResourceText.class, name);
    }
}
