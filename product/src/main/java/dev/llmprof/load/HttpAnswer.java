package dev.llmprof.load;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.Locale;

/// An answer of HTTP/1.1 out of bytes as they come, cut anywhere: its status, then its body without
/// what frames it.
final class HttpAnswer {
    private static final int MOST_HEAD_BYTES = 64 << 10;

    private final Body body;
    private final StringBuilder line = new StringBuilder();
    private Part part = Part.STATUS;
    private int headBytes;
    private int status;
    private long left;
    private boolean lengthKnown;
    private boolean chunked;
    private boolean closes;
    private boolean begun;

    /// Who hears it.
    interface Body {
        void status(int code);

        void bytes(ByteBuffer bytes, long arrivedNanos);
    }

    private enum Part {
        STATUS,
        FIELDS,
        SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER,
        REST,
        UNTIL_CLOSE,
        WHOLE
    }

    HttpAnswer(Body body) {
        this.body = body;
    }

    /// Anything came at all.
    boolean begun() {
        return begun;
    }

    boolean whole() {
        return part == Part.WHOLE;
    }

    /// One that has no length ends with its connection.
    boolean wholeWhenClosed() {
        return whole() || part == Part.UNTIL_CLOSE;
    }

    /// Its head is there, and nothing else will come over its connection.
    boolean closes() {
        return closes && part != Part.STATUS && part != Part.FIELDS;
    }

    void add(ByteBuffer bytes, long arrivedNanos) throws IOException {
        begun |= bytes.hasRemaining();
        while (bytes.hasRemaining() && part != Part.WHOLE) {
            switch (part) {
                case CHUNK, REST -> pass(bytes, arrivedNanos);
                case UNTIL_CLOSE -> {
                    body.bytes(bytes.slice(), arrivedNanos);
                    // Whoever hears it may leave what it does not want.
                    bytes.position(bytes.limit());
                }
                case STATUS, FIELDS, SIZE, CHUNK_END, TRAILER -> letter((char) (bytes.get() & 255));
                case WHOLE -> throw new IllegalStateException("more than an answer");
            }
        }
    }

    private void pass(ByteBuffer bytes, long arrivedNanos) {
        int count = (int) Math.min(left, bytes.remaining());
        ByteBuffer some = bytes.slice(bytes.position(), count);
        bytes.position(bytes.position() + count);
        left -= count;
        body.bytes(some, arrivedNanos);
        if (left == 0) {
            part = part == Part.CHUNK ? Part.CHUNK_END : Part.WHOLE;
        }
    }

    private void letter(char next) throws IOException {
        if (next != '\n') {
            if (++headBytes > MOST_HEAD_BYTES) {
                throw new ProtocolException("an answer's head has more than 64 KiB");
            }
            line.append(next);
            return;
        }
        int end = line.length();
        String text = line.substring(0, end > 0 && line.charAt(end - 1) == '\r' ? end - 1 : end);
        line.setLength(0);
        headBytes = part == Part.FIELDS ? headBytes : 0;
        line(text);
    }

    private void line(String text) throws IOException {
        switch (part) {
            case STATUS -> status(text);
            case FIELDS -> field(text);
            case SIZE -> size(text);
            case CHUNK_END -> part = Part.SIZE;
            case TRAILER -> part = text.isEmpty() ? Part.WHOLE : Part.TRAILER;
            case CHUNK, REST, UNTIL_CLOSE, WHOLE ->
                    throw new IllegalStateException("no line is read in " + part);
        }
    }

    private void status(String text) throws IOException {
        if (!text.matches("HTTP/1\\.[01] \\d{3}( .*)?")) {
            throw new ProtocolException("no answer of HTTP/1.1: " + start(text));
        }
        status = Integer.parseInt(text.substring(9, 12));
        closes = text.startsWith("HTTP/1.0");
        lengthKnown = false;
        chunked = false;
        part = Part.FIELDS;
    }

    private void field(String text) throws IOException {
        if (text.isEmpty()) {
            endOfHead();
            return;
        }
        int colon = text.indexOf(':');
        String name = text.substring(0, Math.max(0, colon)).strip().toLowerCase(Locale.ROOT);
        String value = text.substring(colon + 1).strip().toLowerCase(Locale.ROOT);
        switch (name) {
            case "content-length" -> {
                left = number(value, 10);
                lengthKnown = true;
            }
            case "transfer-encoding" -> chunked = value.endsWith("chunked");
            case "content-encoding" -> unpacked(value);
            case "connection" ->
                    closes = value.contains("close") || (closes && !value.contains("keep-alive"));
            default -> {}
        }
    }

    /// What was packed has no times of its pieces.
    private static void unpacked(String encoding) throws IOException {
        if (!encoding.isEmpty() && !encoding.equals("identity")) {
            throw new ProtocolException(
                    "the answer is packed (" + start(encoding) + "), which was not asked for");
        }
    }

    private void endOfHead() {
        if (status / 100 == 1) {
            part = Part.STATUS;
            return;
        }
        body.status(status);
        if (chunked) {
            part = Part.SIZE;
        } else if (lengthKnown || status == 204) {
            part = left == 0 ? Part.WHOLE : Part.REST;
        } else {
            closes = true;
            part = Part.UNTIL_CLOSE;
        }
    }

    private void size(String text) throws IOException {
        left = number(text.replaceFirst(";.*", "").strip(), 16);
        part = left == 0 ? Part.TRAILER : Part.CHUNK;
    }

    private static long number(String text, int radix) throws IOException {
        try {
            long value = Long.parseLong(text, radix);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new ProtocolException("no length: " + start(text));
    }

    private static String start(String text) {
        return text.substring(0, Math.min(80, text.length())).replaceAll("\\p{Cntrl}", "?");
    }
}
