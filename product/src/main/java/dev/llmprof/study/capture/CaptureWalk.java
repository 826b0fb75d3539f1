package dev.llmprof.study.capture;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What may be a capture below a folder: files, and folders that are one capture with all the
/// folders in them.
final class CaptureWalk extends SimpleFileVisitor<Path> {

    interface Wholes {
        boolean isOneCapture(Path folder) throws IOException;
    }

    private final Path root;
    private final Wholes wholes;
    private final Set<Path> captures = new HashSet<>();
    private final List<Path> found = new ArrayList<>();

    private CaptureWalk(Path root, Wholes wholes) {
        this.root = root;
        this.wholes = wholes;
    }

    /// Sorted by their paths.
    static List<Path> of(Path root, int depth, Wholes wholes) throws IOException {
        var walk = new CaptureWalk(root, wholes);
        Files.walkFileTree(root, EnumSet.noneOf(FileVisitOption.class), depth, walk);
        return walk.found.stream().sorted().toList();
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
            throws IOException {
        if (folder.equals(root)) {
            return FileVisitResult.CONTINUE;
        }
        if (captures.contains(folder.getParent())) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        if (wholes.isOneCapture(folder)) {
            captures.add(folder);
            found.add(folder);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (Files.isRegularFile(file) && Files.isReadable(file)) {
            found.add(file);
        }
        return FileVisitResult.CONTINUE;
    }
}
