package dev.llmprof.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.TestAbortedException;

/// A program in a mount namespace of its own, where `/proc` tells of an NVIDIA driver and a GPU.
public record PretendedDriver(String gpu) {
    private static final String MOUNT =
            """
            set -e
            mount -t tmpfs tmpfs /proc/driver
            mkdir -p /proc/driver/nvidia/gpus/0000:01:00.0
            echo 'NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27 2025' >/proc/driver/nvidia/version
            echo 'Model:           GPU' >/proc/driver/nvidia/gpus/0000:01:00.0/information
            exec "$@"
            """;

    public List<String> around(String... argv) {
        var words =
                new ArrayList<>(List.of("unshare", "-m", "sh", "-c", MOUNT.replace("GPU", gpu)));
        words.add("sh");
        words.addAll(List.of(argv));
        return words;
    }

    /// Skips the test where nothing may be mounted.
    public void needed() {
        try {
            Process process = new ProcessBuilder(around("true")).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            if (process.waitFor() != 0) {
                throw new TestAbortedException(
                        "skipped: no driver can be mounted in /proc here: " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TestAbortedException("interrupted", e);
        }
    }
}
