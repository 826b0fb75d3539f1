package dev.llmprof.study.perfetto;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.zip.GZIPOutputStream;

/// Chrome's JSON format for traces, event by event. Times are microseconds with three digits behind
/// the point, from the first event on: counted from 1970 a reader's doubles would lose the last.
final class TraceOutput implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final OutputStream out;
    private boolean first = true;

    TraceOutput(Path file, boolean packed) throws IOException {
        OutputStream bytes = Files.newOutputStream(file);
        out =
                new BufferedOutputStream(
                        packed ? new GZIPOutputStream(bytes, BUFFER_BYTES) : bytes, BUFFER_BYTES);
    }

    void write(List<String> names, List<SpooledCapture> spools, JoinedClock clock)
            throws IOException {
        text("{\"displayTimeUnit\":\"ns\"");
        if (clock.zeroUnixNanos().isPresent()) {
            text(",\"baseTimeNanoseconds\":" + clock.zeroUnixNanos().get());
        }
        String unplaced =
                String.join(
                        ", ",
                        spools.stream()
                                .filter(spool -> !clock.isKnown(spool))
                                .map(SpooledCapture::source)
                                .toList());
        if (!unplaced.isEmpty()) {
            text(",\"drawn_from_the_start\":" + EventText.quoted(unplaced));
        }
        text(",\"traceEvents\":[\n");
        for (String name : names) {
            event(name.getBytes(StandardCharsets.UTF_8));
            out.write('}');
        }
        for (SpooledCapture spool : spools) {
            LongUnaryOperator joined = clock.of(spool);
            spool.events().read((text, start, duration) -> timed(joined, text, start, duration));
        }
        text("\n]}\n");
    }

    private void timed(LongUnaryOperator clock, byte[] event, long start, long duration)
            throws IOException {
        long at = clock.applyAsLong(start);
        event(event);
        text(",\"ts\":" + micros(at));
        if (duration != EventSpool.MOMENT) {
            text(",\"dur\":" + micros(clock.applyAsLong(start + duration) - at));
        }
        out.write('}');
    }

    private void event(byte[] text) throws IOException {
        if (!first) {
            out.write(',');
            out.write('\n');
        }
        first = false;
        out.write('{');
        out.write(text);
    }

    private static String micros(long nanos) {
        long part = Math.floorMod(nanos, 1000L);
        String whole = Long.toString(Math.floorDiv(nanos, 1000L));
        return part == 0 ? whole : whole + "." + Long.toString(1000 + part).substring(1);
    }

    private void text(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
