package dev.llmprof.trace.kineto;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.FileKinds;
import dev.llmprof.trace.Trace;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;

/// Opens PyTorch traces however they are packed: plain, gzip, several in a zip, or a stream.
public final class KinetoFiles {
    private static final int BUFFER_BYTES = 1 << 16;

    private KinetoFiles() {}

    /// Told of each trace as it is read, so that one need not stay while the next one comes, and of
    /// what could not be read.
    public interface Taker {
        void trace(Trace trace) throws IOException;

        void problem(Problem problem);
    }

    /// Reads all traces of a file.
    public static void each(Path file, LongConsumer progress, Taker taker) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            each(file.toString(), in, progress, taker);
        }
    }

    /// Reads all traces of a stream such as standard input. Finding none is a problem thrown.
    public static void each(String source, InputStream in, LongConsumer progress, Taker taker)
            throws IOException {
        InputStream packed = new BufferedInputStream(new Counted(in, progress), BUFFER_BYTES);
        packed.mark(4);
        byte[] head = packed.readNBytes(4);
        packed.reset();
        if (FileKinds.isGzip(head)) {
            taker.trace(unpacked(source, gzip(source, packed)));
        } else if (FileKinds.isZip(head)) {
            new KinetoZip(source, packed, taker).read();
        } else {
            taker.trace(KinetoReader.read(source, packed));
        }
    }

    static Trace unpacked(String source, InputStream content) {
        try (ReadAhead ahead = new ReadAhead(content)) {
            return KinetoReader.read(source, ahead);
        }
    }

    static InputStream gzip(String source, InputStream packed) {
        try {
            return new GZIPInputStream(packed, BUFFER_BYTES);
        } catch (IOException damaged) {
            throw unreadable(source, "the gzip header is damaged");
        }
    }

    static Problem.Found unreadable(String source, String what) {
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
