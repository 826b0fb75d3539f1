package dev.llmprof.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// SIGUSR2 to a process that a run started.
public final class UserSignal {
    private static final int SIGUSR2 = 12;

    private UserSignal() {}

    /// False where the process is gone, or another one has its number: `word` is in its
    /// environment.
    public static boolean send(int pid, String word) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
            if (!new String(environment, StandardCharsets.UTF_8).contains(word)) {
                return false;
            }
        } catch (IOException e) {
            return false;
        }
        Posix.kill(pid, SIGUSR2);
        return true;
    }
}
