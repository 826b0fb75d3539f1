package dev.llmprof.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What this process holds of its own: no file, no library.
final class ProcessMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ANONYMOUS = "RssAnon:";

    private ProcessMemory() {}

    /// Zero where the system does not say.
    static long anonymousBytes() {
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ANONYMOUS))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
