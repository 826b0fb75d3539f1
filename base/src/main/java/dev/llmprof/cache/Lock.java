package dev.llmprof.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/// One writer at a time in a folder, among threads and processes. The system gives up the lock of a
/// process that ends.
final class Lock implements AutoCloseable {
    static final String FILE = ".lock";
    private static final ReentrantLock THREADS = new ReentrantLock();

    private final FileChannel channel;

    private Lock(FileChannel channel) {
        this.channel = channel;
    }

    /// Waits for whoever has it.
    static Lock of(Path folder) throws IOException {
        THREADS.lock();
        try {
            FileChannel channel =
                    FileChannel.open(
                            folder.resolve(FILE),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            try {
                channel.lock();
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            return new Lock(channel);
        } catch (IOException | RuntimeException e) {
            THREADS.unlock();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            THREADS.unlock();
        }
    }
}
