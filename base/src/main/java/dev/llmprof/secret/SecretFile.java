package dev.llmprof.secret;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Strikes known secrets out of a file of another tool in which texts stand as they are. Nothing
/// else is touched: what looks like a variable may be a length or a part of a packed block.
public final class SecretFile {
    private static final int CHUNK_BYTES = 1 << 20;
    // No value is longer.
    private static final int OVERLAP_BYTES = 1 << 17;

    private SecretFile() {}

    /// Whether there was anything to strike out.
    public static boolean strike(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            boolean struck = false;
            long size = channel.size();
            for (long at = 0; at < size; at += CHUNK_BYTES) {
                struck |=
                        strike(channel, at, (int) Math.min(size - at, CHUNK_BYTES + OVERLAP_BYTES));
            }
            return struck;
        }
    }

    private static boolean strike(FileChannel channel, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) >= 0) {}
        // A character a byte: what is found has the same place in both.
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        String clean = SecretText.withoutValues(text);
        if (clean.equals(text)) {
            return false;
        }
        ByteBuffer changed = ByteBuffer.wrap(clean.getBytes(StandardCharsets.ISO_8859_1));
        while (changed.hasRemaining()) {
            channel.write(changed, at + changed.position());
        }
        return true;
    }
}
