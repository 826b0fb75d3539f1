package dev.llmprof.trace.kineto;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.FileKinds;
import dev.llmprof.trace.Packing;
import dev.llmprof.trace.Reading;
import dev.llmprof.trace.Trace;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/// Opens PyTorch traces however they are packed: plain, with gzip, zstd or xz, several in a zip, or
/// a stream.
public final class KinetoFiles {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int HEAD_BYTES = 8;
    private static final Pattern PYTORCH = Pattern.compile("Trace|python_function|cpu_op");
    private static final long SEVERAL_PIECES_BYTES = 16 << 20;

    private KinetoFiles() {}

    /// Told of each trace as it is read, so that one need not stay while the next one comes, and of
    /// what could not be read.
    public interface Taker {
        void trace(Trace trace) throws IOException;

        void problem(Problem problem);
    }

    /// Reads all traces of a file.
    public static void each(Path file, LongConsumer progress, Taker taker) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            each(
                    file.toString(),
                    Channels.newInputStream(channel),
                    progress,
                    taker,
                    pieces(channel, progress));
        }
    }

    private static Optional<KinetoPieces> pieces(FileChannel file, LongConsumer progress)
            throws IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        return cores < 2 || file.size() < SEVERAL_PIECES_BYTES
                ? Optional.empty()
                : Optional.of(KinetoPieces.of(file, cores, progress));
    }

    /// Reads all traces of a stream such as standard input. Finding none is a problem thrown.
    public static void each(String source, InputStream in, LongConsumer progress, Taker taker)
            throws IOException {
        each(source, in, progress, taker, Optional.empty());
    }

    private static void each(
            String source,
            InputStream in,
            LongConsumer progress,
            Taker taker,
            Optional<KinetoPieces> pieces)
            throws IOException {
        InputStream packed = new BufferedInputStream(new Counted(in, progress), BUFFER_BYTES);
        packed.mark(HEAD_BYTES);
        byte[] head = packed.readNBytes(HEAD_BYTES);
        packed.reset();
        Packing packing = Packing.of(head);
        if (packing != Packing.NONE) {
            taker.trace(unpacked(source, content(source, packing, packed)));
        } else if (FileKinds.isZip(head)) {
            new KinetoZip(source, packed, taker).read();
        } else {
            taker.trace(usable(KinetoReader.read(source, packed, pieces)));
        }
    }

    /// A trace of which nothing can be shown is a problem, not an empty page.
    private static Trace usable(Trace trace) {
        Reading reading = trace.reading();
        boolean empty =
                trace.gpu().size() == 0
                        && trace.host().size() == 0
                        && trace.gpuRanges().size() == 0
                        && trace.allocations().size() == 0;
        if (!empty) {
            return trace;
        }
        String what =
                reading.events() == 0
                        ? "the trace has no events"
                        : String.format(
                                Locale.ROOT,
                                "none of the %,d events of this trace can be analysed: phases %s,"
                                        + " categories %s",
                                reading.events(),
                                reading.byPhase(),
                                reading.byCategory());
        String said = String.join("; ", reading.remarks());
        throw new Problem(
                        said.isEmpty() ? what : what + "; " + said, trace.source(), remedy(reading))
                .found();
    }

    /// PyTorch's own marks and its call stack are there whatever was asked for.
    private static String remedy(Reading reading) {
        boolean pytorch =
                reading.byCategory().keySet().stream()
                        .anyMatch(category -> PYTORCH.matcher(category).matches());
        return pytorch
                ? "record operators and kernels: activities=[ProfilerActivity.CPU,"
                        + " ProfilerActivity.CUDA], the work between start and stop, in the thread"
                        + " that started the profiler"
                : "record events with a duration: ph X with dur, or pairs of B and E";
    }

    static Trace unpacked(String source, InputStream content) {
        try (ReadAhead ahead = new ReadAhead(content)) {
            return usable(KinetoReader.read(source, ahead));
        }
    }

    static InputStream content(String source, Packing packing, InputStream packed) {
        try {
            return packing.open(packed);
        } catch (IOException damaged) {
            throw unreadable(source, "the " + packing.words() + " header is damaged");
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

        @Override
        public long skip(long bytes) throws IOException {
            long skipped = super.skip(bytes);
            count(skipped);
            return skipped;
        }

        private void count(long bytes) {
            total += bytes;
            progress.accept(total);
        }
    }
}
