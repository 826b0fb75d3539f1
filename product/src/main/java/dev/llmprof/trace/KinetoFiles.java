package dev.llmprof.trace;

import dev.llmprof.problem.Problem;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// Opens PyTorch traces however they are packed: plain, gzip, the first trace of a zip, or a
/// stream.
public final class KinetoFiles {
    private static final int BUFFER_BYTES = 1 << 16;

    private KinetoFiles() {}

    /// Reads a file; `progress` is told the bytes of it that have been read.
    public static Trace read(Path file, LongConsumer progress) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(file.toString(), in, progress);
        }
    }

    /// Reads a stream such as standard input.
    public static Trace read(String source, InputStream in, LongConsumer progress)
            throws IOException {
        InputStream packed = new BufferedInputStream(new Counted(in, progress), BUFFER_BYTES);
        packed.mark(4);
        byte[] head = packed.readNBytes(4);
        packed.reset();
        if (FileKinds.isGzip(head)) {
            return unpacked(source, gzip(source, packed));
        }
        if (FileKinds.isZip(head)) {
            return zip(source, packed);
        }
        return KinetoReader.read(source, packed);
    }

    private static Trace unpacked(String source, InputStream content) {
        try (ReadAhead ahead = new ReadAhead(content)) {
            return KinetoReader.read(source, ahead);
        }
    }

    private static InputStream gzip(String source, InputStream packed) {
        try {
            return new GZIPInputStream(packed, BUFFER_BYTES);
        } catch (IOException damaged) {
            throw unreadable(source, "the gzip header is damaged");
        }
    }

    private static Trace zip(String source, InputStream packed) {
        ZipInputStream entries = new ZipInputStream(packed);
        Optional<ZipEntry> entry = entry(source, entries);
        while (entry.filter(ZipEntry::isDirectory).isPresent()) {
            entry = entry(source, entries);
        }
        String name =
                entry.map(ZipEntry::getName)
                        .orElseThrow(() -> unreadable(source, "the zip holds no file"));
        String inside = source + "!" + name;
        InputStream content = name.endsWith(".gz") ? gzip(inside, entries) : entries;
        return unpacked(inside, content);
    }

    private static Optional<ZipEntry> entry(String source, ZipInputStream entries) {
        try {
            return Optional.ofNullable(entries.getNextEntry());
        } catch (IOException | IllegalArgumentException damaged) {
            throw unreadable(source, "the zip is damaged: " + damaged.getMessage());
        }
    }

    private static Problem.Found unreadable(String source, String what) {
        return new Problem(what, source, "copy or export the file again").found();
    }

    /// Counts what is read.
    private static final class Counted extends FilterInputStream {
        private final LongConsumer progress;
        private long total;

        Counted(InputStream in, LongConsumer progress) {
            super(in);
            this.progress = progress;
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(long bytes) {
            total += bytes;
            progress.accept(total);
        }
    }
}
