package dev.llmprof.stage.conditions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The kernel's own files under `/proc` and `/sys`. What is not there, or not for us, is empty.
record ProcFiles(Path root) {
    static final ProcFiles HERE = new ProcFiles(Path.of("/"));

    Path at(String path) {
        return root.resolve(path);
    }

    String text(String path) {
        return text(at(path));
    }

    String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException absent) {
            return "";
        }
    }

    List<Path> processes() {
        return entries("proc", "[0-9]*");
    }

    List<Path> entries(String folder, String glob) {
        try (var entries = Files.newDirectoryStream(at(folder), glob)) {
            List<Path> all = new ArrayList<>();
            entries.forEach(all::add);
            all.sort(Comparator.naturalOrder());
            return all;
        } catch (IOException | DirectoryIteratorException absent) {
            return List.of();
        }
    }
}
