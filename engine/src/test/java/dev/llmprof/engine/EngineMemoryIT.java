package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ten thousand tokens in one process: fifty texts of two hundred, each with a cache of its own, so
/// that what a longer text rightly keeps does not hide what is lost.
class EngineMemoryIT {
    private static final int TEXTS = 50;
    private static final int TOKENS = 200;
    private static final int WARM = 10;
    private static final long ALLOWED_KIB = 8 * 1024;

    @TempDir private Path folder;

    @Test
    void memoryStaysFlatOverTenThousandTokens() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/status")), "skipped: no /proc");
        NavigableMap<Integer, Long> peaks = watch(start());

        long tokens =
                StreamSupport.stream(
                                Expected.json(folder.resolve("results.json"))
                                        .path("items")
                                        .spliterator(),
                                false)
                        .mapToLong(item -> item.path("tokens").asLong())
                        .sum();
        assertEquals(10_000, tokens);
        long warm = most(peaks.headMap(WARM, true));
        long last = most(peaks.tailMap(TEXTS - WARM, true));
        assertTrue(last - warm <= ALLOWED_KIB, () -> "resident KiB by texts done: " + peaks);
    }

    private static long most(NavigableMap<Integer, Long> peaks) {
        return peaks.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    /// The largest resident size seen while so many texts were done.
    private NavigableMap<Integer, Long> watch(Process process)
            throws IOException, InterruptedException {
        NavigableMap<Integer, Long> peaks = new TreeMap<>();
        while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
            long done = log().lines().filter(line -> line.matches("\\d+/" + TEXTS + " .*")).count();
            long resident = resident(process.pid());
            if (resident > 0) {
                peaks.merge((int) done, resident, Math::max);
            }
        }
        assertEquals(0, process.exitValue(), log());
        return peaks;
    }

    private static long resident(long pid) throws IOException {
        Path status = Path.of("/proc/" + pid + "/status");
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (java.nio.file.NoSuchFileException | java.io.UncheckedIOException _) {
            return 0; // it has just ended
        }
    }

    private Process start() throws IOException {
        var engine = new EngineRun(folder);
        ObjectNode settings = engine.settings(1, TOKENS);
        settings.withObject("/dataset/sampling").put("num_epochs", TEXTS);
        return engine.start(settings, "-Xmx64m");
    }

    private String log() {
        return new EngineRun(folder).log();
    }
}
