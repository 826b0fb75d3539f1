package dev.llmprof.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/// Command lines of living processes that mention a word.
public final class Survivors {

    private Survivors() {}

    public static Set<String> mentioning(String word) throws IOException {
        Set<String> found = new TreeSet<>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                String line = commandLine(process);
                if (line.contains(word)) {
                    found.add(process.getFileName() + " " + line);
                }
            }
        }
        return found;
    }

    private static String commandLine(Path process) {
        try {
            byte[] bytes = Files.readAllBytes(process.resolve("cmdline"));
            return new String(bytes, StandardCharsets.UTF_8).replace('\0', ' ');
        } catch (IOException e) {
            return ""; // it ended while we looked
        }
    }
}
