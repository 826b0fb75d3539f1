package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// A fresh directory for a run. A name that is taken gets `-2`, `-3` …: two runs in the same second
/// do not meet.
public final class RunDirectory {

    private RunDirectory() {}

    public static Path create(Path wanted) {
        return create(ofItsOwn(wanted), "hydra.run.dir=DIR with a directory you may write to");
    }

    /// The first of its names that is free, made at once, so that nobody else takes it.
    public static Path create(Path path, String fix) {
        try {
            Path parent = path.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            return firstFree(path);
        } catch (IOException e) {
            throw new Problem("the directory cannot be made: " + reason(e), path.toString(), fix)
                    .found();
        }
    }

    /// A directory that somebody made for this run is taken as it is, unless a run is in it.
    public static Path take(Path made) {
        return Files.isDirectory(made) && !Files.exists(made.resolve(ManifestFile.NAME))
                ? made.toAbsolutePath().normalize()
                : create(made);
    }

    /// One in which a run was killed before it had written anything down: nobody holds the lock it
    /// left, and nothing is there that does not hide.
    public static boolean isEmpty(Path directory) {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (var files = Files.list(directory)) {
            return files.allMatch(file -> file.getFileName().toString().startsWith("."))
                    && RunLock.abandoned(directory);
        } catch (IOException e) {
            return false;
        }
    }

    /// Where a run would go, for a plan that makes nothing.
    public static Path free(Path wanted) {
        Path path = ofItsOwn(wanted);
        return Files.exists(path) ? free(path, 2) : path;
    }

    /// The current directory, or one around it, would get a sibling where nobody looks for it.
    private static Path ofItsOwn(Path wanted) {
        Path path = wanted.toAbsolutePath().normalize();
        if (Path.of("").toAbsolutePath().startsWith(path)) {
            throw new Problem(
                            "a run needs a directory of its own",
                            "hydra.run.dir " + path,
                            "hydra.run.dir=" + Path.of("runs", "1"))
                    .found();
        }
        return path;
    }

    private static Path free(Path path, int number) {
        Path next = path.resolveSibling(path.getFileName() + "-" + number);
        return Files.exists(next) ? free(path, number + 1) : next;
    }

    private static Path firstFree(Path path) throws IOException {
        Path candidate = path;
        for (int number = 2; ; number++) {
            try {
                return Files.createDirectory(candidate);
            } catch (FileAlreadyExistsException e) {
                candidate = path.resolveSibling(path.getFileName() + "-" + number);
            }
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case FileAlreadyExistsException taken ->
                    "a file of that name exists: " + taken.getFile();
            case AccessDeniedException denied -> "no permission: " + denied.getFile();
            case FileSystemException file when file.getReason() != null -> file.getReason();
            default -> e.getClass().getSimpleName();
        };
    }
}
