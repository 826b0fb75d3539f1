package dev.llmprof.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What this machine says of itself, in its own words: `AMD EPYC 7763 64-Core Processor`, `65536000
/// kB`.
public record HostFacts(
        Optional<String> name,
        String system,
        String architecture,
        Optional<String> cpu,
        int cores,
        Optional<String> memory) {

    public static HostFacts here() {
        return new HostFacts(
                text("/proc/sys/kernel/hostname"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("os.arch"),
                field("/proc/cpuinfo", "model name"),
                Runtime.getRuntime().availableProcessors(),
                field("/proc/meminfo", "MemTotal"));
    }

    private static Optional<String> field(String file, String name) {
        return text(file).stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    private static Optional<String> text(String file) {
        try {
            return Optional.of(Files.readString(Path.of(file)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
