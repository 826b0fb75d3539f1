package dev.llmprof.trace.kineto;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Remembers how a zip ends: its last record says that nothing is missing.
final class ZipTail extends FilterInputStream {
    private static final int END_OF_DIRECTORY = 0x504B_0506;

    private int lastFour;
    private boolean whole;

    ZipTail(InputStream in) {
        super(in);
    }

    /// Reads what is left, the directory behind the files.
    boolean isWhole() {
        byte[] rest = new byte[1 << 12];
        try {
            while (read(rest, 0, rest.length) >= 0) {}
        } catch (IOException broken) {
            return false;
        }
        return whole;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = super.read(bytes, from, length);
        for (int at = from; at < from + read; at++) {
            lastFour = lastFour << 8 | (bytes[at] & 0xFF);
            whole |= lastFour == END_OF_DIRECTORY;
        }
        return read;
    }
}
