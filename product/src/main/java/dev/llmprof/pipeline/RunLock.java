package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// Held by the llmprof that works in a directory; the system lets go of it when that one dies.
public final class RunLock implements AutoCloseable {
    private static final String NAME = ".lock";
    private static final int TRIES = 100;
    private static final int SIZES = 1 << 16;

    private final Path file;
    private final Optional<FileChannel> channel;

    private RunLock(Path file, Optional<FileChannel> channel) {
        this.file = file;
        this.channel = channel;
    }

    public static RunLock take(Path runDirectory) {
        Path file = runDirectory.resolve(NAME);
        try {
            for (int tries = 0; tries < TRIES; tries++) {
                FileChannel channel =
                        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                boolean locked = locked(channel);
                if (locked && isStill(file, channel)) {
                    return new RunLock(file, Optional.of(channel));
                }
                channel.close();
                if (!locked) {
                    break;
                }
            }
        } catch (IOException e) {
            // Some network disks have no locks; then nobody is told from anybody.
            return new RunLock(file, Optional.empty());
        }
        throw new Problem(
                        "another llmprof is running here",
                        runDirectory.toString(),
                        "wait for it, or end it")
                .found();
    }

    /// Whether an llmprof works there now.
    public static boolean held(Path runDirectory) {
        Path file = runDirectory.resolve(NAME);
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            return !locked(channel);
        } catch (IOException e) {
            return false;
        }
    }

    /// Whether an llmprof has worked there and was killed.
    static boolean abandoned(Path runDirectory) {
        return Files.exists(runDirectory.resolve(NAME)) && !held(runDirectory);
    }

    /// Its holder takes the file away before he lets go, so that one that was opened before may
    /// belong to nobody's directory any more. It is known by its size: to open it once more and
    /// close that would give up the lock.
    private static boolean isStill(Path file, FileChannel channel) throws IOException {
        int size = 1 + ThreadLocalRandom.current().nextInt(SIZES);
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.allocate(1), size - 1L);
        } catch (IOException full) {
            return Files.exists(file);
        }
        try {
            return Files.size(file) == size;
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
            if (channel.isPresent()) {
                channel.get().close();
            }
        } catch (IOException e) {
            // The system lets go of it when we end.
        }
    }
}
