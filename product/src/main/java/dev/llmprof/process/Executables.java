package dev.llmprof.process;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds a program as a shell would: as it stands when its name has a slash, else along the PATH.
public final class Executables {

    private Executables() {}

    public static Optional<Path> find(String name, Map<String, String> environment) {
        return find(name, environment, Path.of(""));
    }

    /// A name with a slash counts from `directory`. What no file can be called is not found.
    public static Optional<Path> find(
            String name, Map<String, String> environment, Path directory) {
        try {
            return places(name, environment, directory).filter(Executables::executable).findFirst();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Stream<Path> places(
            String name, Map<String, String> environment, Path directory) {
        return name.contains("/")
                ? Stream.of(directory.resolve(name))
                : Stream.of(environment.getOrDefault("PATH", "/usr/bin:/bin").split(":"))
                        .map(part -> directory.resolve(part.isEmpty() ? "." : part).resolve(name));
    }

    private static boolean executable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
