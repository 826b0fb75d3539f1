package dev.llmprof.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What Linux tells about this very process.
final class Self {
    private static final Path SELF = Path.of("/proc/self");

    private Self() {}

    /// A child that inherited one of our pipes would keep its own guard waiting for ever.
    static void keepFromChildren() {
        try (var descriptors = Files.newDirectoryStream(SELF.resolve("fd"))) {
            for (Path each : descriptors) {
                int descriptor = Integer.parseInt(each.getFileName().toString());
                if (descriptor > 2) {
                    Posix.keepFromChildren(descriptor);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("starting programs needs Linux's /proc", e);
        }
    }

    static long ownPeakBytes() {
        try (var lines = Files.lines(SELF.resolve("status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
