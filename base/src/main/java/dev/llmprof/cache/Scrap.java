package dev.llmprof.cache;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What is no longer wanted: broken entries, halves that a killed run left, entries long unused.
final class Scrap {
    static final String MAKING = ".making-";
    private static final String ASIDE = ".aside-";
    private static final String HALVES = "{" + MAKING + "," + ASIDE + "}*";
    private static final Duration ABANDONED = Duration.ofDays(1);
    private static final Duration FORGOTTEN = Duration.ofDays(30);

    private Scrap() {}

    /// Out of the way at once, so that nobody sees half of it go. It stays in its folder: one that
    /// was closed to all can only be renamed.
    static void remove(Path entry) throws IOException {
        if (Files.exists(entry, LinkOption.NOFOLLOW_LINKS)) {
            Path aside = entry.resolveSibling(ASIDE + UUID.randomUUID());
            Files.move(entry, aside, StandardCopyOption.ATOMIC_MOVE);
            delete(aside);
        }
    }

    /// As far as it goes: what stays is tried again by [#sweep].
    static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new Deleting());
        } catch (IOException _) {
            // It only takes space.
        }
    }

    /// Halves of yesterday, and entries that nobody used for a month.
    static void sweep(Path folder, Instant now) {
        sweep(folder, "*", FORGOTTEN, now);
        sweepHalves(folder, now);
    }

    static void sweepHalves(Path folder, Instant now) {
        sweep(folder, HALVES, ABANDONED, now);
    }

    private static void sweep(Path folder, String names, Duration keptFor, Instant now) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, names)) {
            for (Path entry : entries) {
                boolean old = age(entry, now).compareTo(keptFor) > 0;
                if (old && !entry.endsWith(Lock.FILE)) {
                    delete(entry);
                }
            }
        } catch (IOException _) {
            // The next run sweeps again.
        }
    }

    /// Older than anything is at work.
    static boolean isHalf(Path file, Instant now) throws IOException {
        return age(file, now).compareTo(ABANDONED) > 0;
    }

    /// A used entry is young again; once a day is often enough.
    static void touch(Path entry, Instant now) {
        try {
            if (age(entry, now).compareTo(ABANDONED) > 0) {
                Files.setLastModifiedTime(entry, FileTime.from(now));
            }
        } catch (IOException _) {
            // A read-only cache ages, and nobody can sweep it.
        }
    }

    private static Duration age(Path entry, Instant now) throws IOException {
        return Duration.between(
                Files.getLastModifiedTime(entry, LinkOption.NOFOLLOW_LINKS).toInstant(), now);
    }

    /// Leaves first. A folder that was closed is opened, or nothing in it could go.
    private static final class Deleting extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            Owner.open(file);
            Files.walkFileTree(file, this);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
                throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
