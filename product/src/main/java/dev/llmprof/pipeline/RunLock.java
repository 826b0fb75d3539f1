package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Held by the llmprof that works in a run directory; the system lets go of it when that one dies.
public final class RunLock implements AutoCloseable {
    private static final String NAME = ".lock";

    private final Path file;
    private final Optional<FileChannel> channel;

    private RunLock(Path file, Optional<FileChannel> channel) {
        this.file = file;
        this.channel = channel;
    }

    public static RunLock take(Path runDirectory) {
        Path file = runDirectory.resolve(NAME);
        try {
            FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (locked(channel)) {
                return new RunLock(file, Optional.of(channel));
            }
            channel.close();
        } catch (IOException e) {
            // Some network disks have no locks; then nobody is told from anybody.
            return new RunLock(file, Optional.empty());
        }
        throw new Problem(
                        "another llmprof is at work in this run",
                        runDirectory.toString(),
                        "wait for it, or end it")
                .found();
    }

    /// Whether an llmprof works there now.
    public static boolean held(Path runDirectory) {
        if (!Files.exists(runDirectory.resolve(NAME))) {
            return false;
        }
        try {
            take(runDirectory).close();
            return false;
        } catch (Problem.Found e) {
            return true;
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
