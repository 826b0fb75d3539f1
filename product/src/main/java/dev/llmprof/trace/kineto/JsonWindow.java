package dev.llmprof.trace.kineto;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// A sliding window over JSON text: finds strings, values and their ends without building anything.
///
/// Everything from [#mark] on stays in the window, so texts are remembered as offsets from the mark
/// and the memory needed is that of the longest marked value. Control characters in strings and any
/// bytes in UTF-8 are let through.
final class JsonWindow {
    static final int END = -1;
    private static final int FIRST = 1 << 18;
    private static final int LONGEST = 1 << 24;
    private static final int PADDING = 16;

    private final InputStream in;
    private byte[] bytes = new byte[FIRST + PADDING];
    private int at;
    private int limit;
    private int mark;
    private long dropped;
    private boolean ended;
    private String failure = "";
    private int textFrom;
    private int textTo;
    private boolean escaped;

    JsonWindow(InputStream in) {
        this.in = in;
    }

    /// The next byte that is not blank, left unread; END after the last.
    int peek() throws JsonBroken {
        while (true) {
            while (at < limit) {
                byte next = bytes[at];
                if (next > ' ' || next < 0) {
                    return next & 0xFF;
                }
                at++;
            }
            if (!fill()) {
                return END;
            }
        }
    }

    void next() {
        at++;
    }

    void expect(int wanted) throws JsonBroken {
        if (peek() != wanted) {
            throw JsonBroken.here();
        }
        at++;
    }

    void mark() {
        mark = at;
    }

    /// Goes on further down, behind text that others read.
    void skipTo(long place) {
        long ahead = place - dropped - limit;
        if (ahead <= 0) {
            at = (int) (place - dropped);
            mark = at;
            return;
        }
        dropped = place - limit;
        at = limit;
        mark = limit;
        try {
            in.skipNBytes(ahead);
        } catch (IOException broken) {
            failure = JsonBroken.said(broken);
            ended = true;
        }
    }

    /// Goes back to just behind the mark.
    void rewind() {
        at = Math.min(mark + 1, limit);
    }

    /// Bytes before the current one, from the beginning of the text.
    long position() {
        return dropped + at;
    }

    /// The window; offsets from the mark are turned into places by [#place].
    byte[] bytes() {
        return bytes;
    }

    int place(int offset) {
        return mark + offset;
    }

    /// The place behind the last byte that is there; [JsonBytes#STOPS] are behind it.
    int limit() {
        return limit;
    }

    void go(int place) {
        at = place;
    }

    int textFrom() {
        return textFrom;
    }

    int textTo() {
        return textTo;
    }

    /// Whether the last string has escapes.
    boolean escaped() {
        return escaped;
    }

    /// What the stream said when it ended before its end, such as a broken gzip; empty when it did
    /// not.
    String failure() {
        return failure;
    }

    /// Reads the string whose quote is next; its text is then between the offsets [#textFrom] and
    /// [#textTo].
    void string() throws JsonBroken {
        int from = at + 1 - mark;
        boolean seen = false;
        at++;
        while (true) {
            toQuoteOrBackslash();
            if (bytes[at] == '"') {
                textFrom = from;
                textTo = at - mark;
                escaped = seen;
                at++;
                return;
            }
            seen = true;
            if (at + 1 >= limit && !fill()) {
                throw JsonBroken.end();
            }
            at += 2;
        }
    }

    /// Reads a number, `true`, `false`, `null` or whatever stands there up to the next separator.
    void scalar() throws JsonBroken {
        int from = at - mark;
        at = JsonBytes.separator(bytes, at);
        while (at >= limit) {
            more();
            at = JsonBytes.separator(bytes, at);
        }
        textFrom = from;
        textTo = at - mark;
    }

    /// Reads any value; its raw text is then between the offsets. Nesting may be as deep as it
    /// likes.
    void value() throws JsonBroken {
        int first = peek();
        int from = at - mark;
        if (first == '"') {
            string();
        } else if (first == '{' || first == '[') {
            nested();
        } else if (first == END) {
            throw JsonBroken.end();
        } else {
            scalar();
            if (textFrom == textTo) {
                throw JsonBroken.here();
            }
        }
        textFrom = from;
        textTo = at - mark;
    }

    private void nested() throws JsonBroken {
        int depth = 0;
        while (true) {
            while (at < limit) {
                byte next = bytes[at];
                if (next == '"') {
                    string();
                    continue;
                }
                at++;
                int folded = next | 0x20;
                if (folded == '{') {
                    depth++;
                } else if (folded == '}' && --depth == 0) {
                    return;
                }
            }
            if (!fill()) {
                throw JsonBroken.end();
            }
        }
    }

    /// After something that could not be read: goes to the next `},{`, which between events is
    /// always there and inside one hardly ever. False at the end of the text.
    boolean resynchronise() {
        int state = 0;
        while (true) {
            while (at < limit) {
                byte next = bytes[at];
                if (next == '{' && state == JsonBytes.AT_EVENT) {
                    return true;
                }
                state = JsonBytes.towardsEvent(state, next);
                at++;
            }
            mark = at;
            try {
                if (!fill()) {
                    return false;
                }
            } catch (JsonBroken tooLong) {
                throw new IllegalStateException("nothing is marked here", tooLong);
            }
        }
    }

    /// Reads what is left, so that a checksum behind it is looked at, and counts it from the first
    /// byte on that is not blank.
    long drain() {
        long count = 0;
        try {
            while (peek() != END) {
                count += limit - at;
                at = limit;
                mark = at;
            }
        } catch (JsonBroken tooLong) {
            throw new IllegalStateException("nothing is marked here", tooLong);
        }
        return count;
    }

    private void toQuoteOrBackslash() throws JsonBroken {
        at = JsonBytes.quote(bytes, at);
        while (at >= limit) {
            more();
            at = JsonBytes.quote(bytes, at);
        }
    }

    private void more() throws JsonBroken {
        at = limit;
        if (!fill()) {
            throw JsonBroken.end();
        }
    }

    /// Reads more behind what is marked. False at the end.
    private boolean fill() throws JsonBroken {
        if (ended) {
            return false;
        }
        if (mark > 0) {
            System.arraycopy(bytes, mark, bytes, 0, Math.max(0, limit - mark));
            limit -= mark;
            at -= mark;
            dropped += mark;
            mark = 0;
        }
        if (limit == bytes.length - PADDING) {
            if (limit >= LONGEST) {
                throw JsonBroken.here();
            }
            bytes = Arrays.copyOf(bytes, limit * 2 + PADDING);
        }
        int read = readSome();
        ended = read < 0;
        limit += Math.max(0, read);
        System.arraycopy(JsonBytes.STOPS, 0, bytes, limit, JsonBytes.STOPS.length);
        return !ended;
    }

    private int readSome() {
        try {
            return in.read(bytes, limit, bytes.length - PADDING - limit);
        } catch (IOException broken) {
            failure = JsonBroken.said(broken);
            return -1;
        }
    }
}
