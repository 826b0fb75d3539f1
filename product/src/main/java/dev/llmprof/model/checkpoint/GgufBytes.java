package dev.llmprof.model.checkpoint;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Little-endian numbers and texts from a file, through a window.
final class GgufBytes implements AutoCloseable {
    private static final int WINDOW = 1 << 16;
    private static final long LONGEST_TEXT = 1 << 20;

    private final FileChannel channel;
    private final String at;
    private final long size;
    private final ByteBuffer window =
            ByteBuffer.allocate(WINDOW).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private long windowStart;

    private GgufBytes(FileChannel channel, String at) throws IOException {
        this.channel = channel;
        this.at = at;
        this.size = channel.size();
    }

    static GgufBytes open(Path file) throws IOException {
        return new GgufBytes(FileChannel.open(file, StandardOpenOption.READ), file.toString());
    }

    long size() {
        return size;
    }

    long position() {
        return windowStart + window.position();
    }

    long remaining() {
        return size - position();
    }

    int u8() throws IOException {
        return need(1).get() & 0xFF;
    }

    short u16() throws IOException {
        return need(2).getShort();
    }

    int u32() throws IOException {
        return need(4).getInt();
    }

    long u64() throws IOException {
        return need(8).getLong();
    }

    String text(long longest) throws IOException {
        long length = length(longest);
        if (length > LONGEST_TEXT) {
            skip(length);
            return "";
        }
        byte[] text = new byte[(int) length];
        int done = 0;
        while (done < text.length) {
            int step = Math.min(WINDOW, text.length - done);
            need(step).get(text, done, step);
            done += step;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
        } catch (CharacterCodingException e) {
            return new String(text, StandardCharsets.ISO_8859_1);
        }
    }

    void skipText() throws IOException {
        skip(length(remaining()));
    }

    void skip(long bytes) {
        if (bytes < 0 || bytes > remaining()) {
            throw ended();
        }
        windowStart = position() + bytes;
        window.limit(0);
    }

    private long length(long longest) throws IOException {
        long length = u64();
        if (length < 0 || length > longest || length > remaining()) {
            throw new Problem(
                            "this is not a whole GGUF file: a text of "
                                    + Long.toUnsignedString(length)
                                    + " bytes",
                            at,
                            "download it again")
                    .found();
        }
        return length;
    }

    private ByteBuffer need(int bytes) throws IOException {
        if (window.remaining() >= bytes) {
            return window;
        }
        windowStart = position();
        window.clear();
        while (window.position() < bytes) {
            if (channel.read(window, windowStart + window.position()) < 0) {
                throw ended();
            }
        }
        return window.flip();
    }

    private Problem.Found ended() {
        return new Problem(
                        "this GGUF file ends in the middle of its header", at, "download it again")
                .found();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
