package dev.llmprof.cache;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The user's home: what `HOME` says, else what the system has for him.
public final class UserHome {
    private UserHome() {}

    /// Java asks the system only, and has `?` for a user whom it does not know; then there is none,
    /// and nothing can be kept in it.
    public static Path of(Map<String, String> environment) {
        return Stream.of(
                        Optional.ofNullable(environment.get("HOME")),
                        Optional.ofNullable(System.getProperty("user.home")))
                .flatMap(Optional::stream)
                .map(Path::of)
                .filter(Path::isAbsolute)
                .findFirst()
                .orElse(Path.of("/nonexistent"));
    }
}
