package dev.llmprof.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;

/// Folders that are made once and then only read: written beside and moved into place, so that two
/// first runs at once, or one that is killed, leave no half folder.
record Cache(Path root) {

    static Cache of(Map<String, String> environment) {
        String chosen = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base =
                chosen.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(chosen);
        return new Cache(base.resolve("llmprof"));
    }

    /// Fills a folder.
    interface Maker {
        void make(Path folder) throws IOException;
    }

    Path folder(String name, Maker maker) {
        Path folder = root.resolve(name);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        try {
            Files.createDirectories(folder.getParent());
            Path fresh = Files.createTempDirectory(folder.getParent(), ".making-");
            try {
                maker.make(fresh);
                Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileAlreadyExistsException | DirectoryNotEmptyException _) {
                // Another run was quicker; its folder has the same bytes.
                delete(fresh);
            } catch (IOException | RuntimeException e) {
                delete(fresh);
                throw e;
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("making " + folder, e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
