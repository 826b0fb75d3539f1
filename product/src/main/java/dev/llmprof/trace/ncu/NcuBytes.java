package dev.llmprof.trace.ncu;

import dev.llmprof.trace.Broken;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A report's bytes, read part by part: what is not asked for stays on the disk. Plain arrays,
/// since a report is read in less time than the JVM needs to make mapped memory fast.
final class NcuBytes implements Closeable {
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private final RandomAccessFile file;
    private final long size;

    NcuBytes(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString());
        }
        file = new RandomAccessFile(path.toFile(), "r");
        size = file.length();
    }

    long size() {
        return size;
    }

    /// The four bytes there, as a length.
    long length(long at) throws IOException {
        if (at < 0 || size - at < 4) {
            throw new Broken("the end of the file at byte " + size);
        }
        byte[] four = part(at, 4);
        return (four[0] & 0xFFL)
                | ((four[1] & 0xFFL) << 8)
                | ((four[2] & 0xFFL) << 16)
                | ((four[3] & 0xFFL) << 24);
    }

    byte[] part(long from, long length) throws IOException {
        if (from < 0 || length > size - from || length > LONGEST_ARRAY) {
            throw new Broken("a message of " + length + " bytes at byte " + from);
        }
        byte[] part = new byte[(int) length];
        try {
            file.seek(from);
            file.readFully(part);
        } catch (EOFException shorter) {
            throw new Broken("the end of the file after byte " + from);
        }
        return part;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
