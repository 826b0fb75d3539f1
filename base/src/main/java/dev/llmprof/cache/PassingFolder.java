package dev.llmprof.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A temporary folder of this process. It holds a lock in it, so that whoever needs one next finds
/// and sweeps those whose process was killed.
public final class PassingFolder {
    private static final String PREFIX = "llmprof-";
    private static final String LOCK = ".alive";
    private static final Pattern ANSWER = Pattern.compile("llmprof-\\d+\\.(out|err)");
    // Open as long as the process lives: the system lets go of the locks.
    private static final List<FileChannel> HELD = new ArrayList<>();

    private PassingFolder() {}

    public static synchronized Path create(String name) throws IOException {
        Path folder = Files.createTempDirectory(PREFIX + name + "-");
        FileChannel channel =
                FileChannel.open(
                        folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            channel.lock();
        } catch (IOException e) {
            // A disk without locks: nobody sweeps it, then.
            Files.deleteIfExists(folder.resolve(LOCK));
        }
        HELD.add(channel);
        sweep(folder);
        return folder;
    }

    private static void sweep(Path own) throws IOException {
        Path parent = own.resolveSibling("");
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path each : folders) {
                if (!each.equals(own) && (isAbandoned(each) || isOldAnswer(each))) {
                    Scrap.delete(each);
                }
            }
        }
    }

    /// Of a tool that was asked something, by a process that was killed meanwhile.
    private static boolean isOldAnswer(Path file) {
        try {
            return ANSWER.matcher(file.getFileName().toString()).matches()
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Owner.ours(file)
                    && Scrap.isHalf(file, Instant.now());
        } catch (IOException e) {
            return false;
        }
    }

    /// Ours, with a lock that nobody holds.
    private static boolean isAbandoned(Path folder) {
        try {
            if (!Owner.alone(folder) || !Files.isRegularFile(folder.resolve(LOCK))) {
                return false;
            }
            try (FileChannel channel =
                    FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE)) {
                return channel.tryLock() != null;
            }
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }
}
