package dev.llmprof.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.problem.Problem;
import dev.llmprof.process.Processes.Limits;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens to the programs of a JVM that is killed with SIGKILL.
class SuddenDeathTest {

    /// The JVM to be killed: starts a program with a child in its own session and a daemon that
    /// cleared its environment, and waits for it.
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) {
            var processes = new SystemProcesses(System.getenv(), Duration.ofSeconds(1));
            String sleep = "sleep 1000; : " + args[0];
            String daemon = "(env -i setsid /bin/sh -c '" + sleep + "' &); ";
            var command =
                    Command.of("sh", "-c", daemon + "(setsid sh -c '" + sleep + "' &); " + sleep);
            var limits = Limits.of(Duration.ofHours(1)).heardBy(System.out::println);
            Thread.ofVirtual().start(() -> processes.run(command, Path.of(args[1]), limits));
            awaitThree(args[0]);
            System.out.println("up");
            new Semaphore(0).acquireUninterruptibly();
        }

        private static void awaitThree(String word) {
            try {
                while (Survivors.mentioning("1000; : " + word).size() < 3) {
                    Thread.sleep(20);
                }
                // The daemon is found within half a second.
                Thread.sleep(1500);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void nothingOfItsProgramsIsLeft(@TempDir Path directory) throws Exception {
        String word = "death-" + directory.getFileName();
        Process victim =
                new ProcessBuilder(
                                System.getProperty("java.home") + "/bin/java",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath(),
                                Victim.class.getName(),
                                word,
                                directory.resolve("log").toString())
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader lines = victim.inputReader()) {
            assertEquals("up", lines.readLine());
        }

        victim.destroyForcibly().waitFor();

        assertEquals(Set.of(), survivorsAfterAWhile(word));
    }

    private static Set<String> survivorsAfterAWhile(String word) throws Exception {
        for (int i = 0; i < 200 && !Survivors.mentioning(word).isEmpty(); i++) {
            Thread.sleep(50);
        }
        return Survivors.mentioning(word);
    }

    private static String classPath() throws URISyntaxException {
        var roots =
                List.of(
                        rootOf(SystemProcesses.class, "SystemProcesses.class"),
                        rootOf(Victim.class, "SuddenDeathTest$Victim.class"),
                        rootOf(SystemProcesses.class, "guard.sh"),
                        Path.of(
                                        Problem.class
                                                .getProtectionDomain()
                                                .getCodeSource()
                                                .getLocation()
                                                .toURI())
                                .toString());
        return String.join(File.pathSeparator, roots);
    }

    private static String rootOf(Class<?> type, String resource) throws URISyntaxException {
        URL url = Objects.requireNonNull(type.getResource(resource));
        return Path.of(url.toURI()).resolve("../../../..").normalize().toString();
    }
}
