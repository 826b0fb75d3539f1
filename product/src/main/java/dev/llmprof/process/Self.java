package dev.llmprof.process;

import dev.llmprof.secret.SecretText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What Linux tells about this very process.
final class Self {
    private static final Path SELF = Path.of("/proc/self");
    // Fields 48 and 50 of proc_pid_stat(5), counted behind the name.
    private static final int WORDS_START = 45;
    private static final int ENVIRONMENT_START = 47;

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

    /// Profilers write down the environment and the words of every process. Java has its own copy
    /// of ours by now: in what Linux tells of us the secrets are struck out.
    static void strikeSecrets() {
        System.getenv();
        try (var memory = FileChannel.open(SELF.resolve("mem"), StandardOpenOption.WRITE)) {
            String stat = Files.readString(SELF.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
            strike(memory, "cmdline", Long.parseLong(fields[WORDS_START]));
            strike(memory, "environ", Long.parseLong(fields[ENVIRONMENT_START]));
        } catch (IOException | NumberFormatException _) {
            // A kernel that does not let us tells others, and the profiler's files are looked at.
        }
    }

    private static void strike(FileChannel memory, String file, long start) throws IOException {
        byte[] bytes = Files.readAllBytes(SELF.resolve(file));
        String told = new String(bytes, StandardCharsets.ISO_8859_1);
        String struck = SecretText.withoutSecrets(told);
        if (start != 0 && !struck.equals(told)) {
            memory.write(ByteBuffer.wrap(struck.getBytes(StandardCharsets.ISO_8859_1)), start);
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
