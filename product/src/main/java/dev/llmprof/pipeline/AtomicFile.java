package dev.llmprof.pipeline;

import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Writes a file beside its place and moves it there, so that whoever looks sees the old one or the
/// new one, whole. No secret that is known or looks like one gets into it.
public final class AtomicFile {

    private AtomicFile() {}

    public static void write(Path file, String text) {
        Path beside = file.resolveSibling("." + file.getFileName() + ".new");
        try {
            try (FileChannel channel =
                    FileChannel.open(
                            beside,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING)) {
                ByteBuffer bytes =
                        ByteBuffer.wrap(Secrets.hide(text).getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(
                    beside,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            remove(beside);
            throw new UncheckedIOException("writing " + file, e);
        }
    }

    /// Half a file helps nobody, and on a full disk its space is wanted.
    private static void remove(Path half) {
        try {
            Files.deleteIfExists(half);
        } catch (IOException e) {
            // The first failure is the one to tell.
        }
    }
}
