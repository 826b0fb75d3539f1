package dev.llmprof.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// NVIDIA's kernel driver as it shows itself in a folder of `/proc`.
public record NvidiaDriver(Path root) {
    private static final Pattern NUMBER = Pattern.compile("(?<=\\s)\\d+(?:\\.\\d+)+(?=\\s)");

    public static NvidiaDriver here() {
        return new NvidiaDriver(Path.of("/proc/driver/nvidia"));
    }

    public boolean isPresent() {
        return Files.exists(root.resolve("version"));
    }

    /// All that the driver says of its version.
    public Optional<String> text() {
        return read("version").map(String::strip);
    }

    /// `580.65.06`
    public Optional<String> version() {
        return text().flatMap(text ->
                NUMBER.matcher(text + "\n").results().map(MatchResult::group).findFirst());
    }

    public Optional<String> parameters() {
        return read("params");
    }

    /// The GPUs as the driver calls them.
    public List<String> gpus() {
        try (Stream<Path> devices = Files.list(root.resolve("gpus"))) {
            List<String> names = new ArrayList<>();
            for (Path device : devices.sorted().toList()) {
                Files.readAllLines(device.resolve("information")).stream()
                        .filter(line -> line.startsWith("Model:"))
                        .map(line -> line.substring("Model:".length()).strip())
                        .forEach(names::add);
            }
            return names;
        } catch (IOException _) {
            // No driver, no devices.
            return List.of();
        }
    }

    private Optional<String> read(String name) {
        try {
            return Optional.of(Files.readString(root.resolve(name)));
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
