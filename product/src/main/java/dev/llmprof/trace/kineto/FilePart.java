package dev.llmprof.trace.kineto;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// A part of a file as a stream; several may be read from one file at once.
final class FilePart extends InputStream {
    private final FileChannel file;
    private final long to;
    private long at;

    FilePart(FileChannel file, long from, long to) {
        this.file = file;
        this.at = from;
        this.to = to;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (at >= to) {
            return -1;
        }
        int most = (int) Math.min(length, to - at);
        int read = file.read(ByteBuffer.wrap(into, from, most), at);
        at += Math.max(0, read);
        return read;
    }
}
