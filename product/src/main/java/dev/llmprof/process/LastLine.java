package dev.llmprof.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Tells a listener the newest line of a growing log, twice a second. Programs write to the file
/// themselves, so nothing of ours stands in their way; nobody listens, nothing runs.
final class LastLine implements AutoCloseable {
    private static final int WINDOW_BYTES = 4096;
    private static final long PAUSE_MILLIS = 500;

    private final Thread thread;

    private LastLine(Thread thread) {
        this.thread = thread;
    }

    static LastLine none() {
        return new LastLine(Thread.ofVirtual().unstarted(() -> {}));
    }

    /// What a process says in a `*.busy` file of its own goes before its log.
    static LastLine of(Optional<Path> log, Optional<Path> busy, Consumer<String> listener) {
        Thread thread = Thread.ofVirtual().unstarted(() -> follow(log, busy, listener));
        thread.start();
        return new LastLine(thread);
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private static void follow(Optional<Path> log, Optional<Path> busy, Consumer<String> listener) {
        long seen = 0;
        try {
            while (true) {
                Thread.sleep(PAUSE_MILLIS);
                Optional<String> said = busy.flatMap(LastLine::said);
                if (said.isPresent()) {
                    listener.accept(said.get());
                    continue;
                }
                long size = log.isEmpty() ? 0 : Files.size(log.get());
                if (size != seen) {
                    seen = size;
                    String line = newest(log.orElseThrow(), size);
                    if (!line.isEmpty()) {
                        listener.accept(line);
                    }
                }
            }
        } catch (InterruptedException | IOException e) {
            // The program has ended, or its log was taken away: there is nothing more to tell.
            Thread.currentThread().interrupt();
        }
    }

    private static Optional<String> said(Path busy) {
        try (var files = Files.newDirectoryStream(busy, "*.busy")) {
            for (Path file : files) {
                String text = Files.readString(file).strip();
                if (!text.isEmpty()) {
                    return Optional.of(text);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // It was done while we looked.
        }
        return Optional.empty();
    }

    static String newest(Path log, long size) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            channel.position(Math.max(0, size - WINDOW_BYTES));
            ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES);
            while (window.hasRemaining() && channel.read(window) >= 0) {}
            String text = new String(window.array(), 0, window.position(), StandardCharsets.UTF_8);
            List<String> lines =
                    text.lines().map(String::strip).filter(Predicate.not(String::isEmpty)).toList();
            return lines.isEmpty() ? "" : lines.getLast();
        }
    }
}
