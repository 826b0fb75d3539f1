package dev.llmprof.load;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/// Server-sent events out of bytes as they come, cut anywhere: hears the data of each event when
/// its empty line is there.
final class EventStream {
    private static final int MOST_BYTES = 16 << 20;
    private static final byte[] DATA = {'d', 'a', 't', 'a', ':'};

    private final Consumer<byte[]> listener;
    private byte[] line = new byte[512];
    private int length;
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private boolean hasData;
    private boolean afterReturn;

    EventStream(Consumer<byte[]> listener) {
        this.listener = listener;
    }

    void add(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            if (next == '\n' && afterReturn) {
                afterReturn = false;
            } else if (next == '\n' || next == '\r') {
                afterReturn = next == '\r';
                line();
            } else {
                afterReturn = false;
                append(next);
            }
        }
    }

    /// The stream has ended: an event without its empty line counts all the same.
    void end() {
        if (length > 0) {
            line();
        }
        dispatch();
    }

    private void append(byte next) {
        if (length == MOST_BYTES) {
            throw new IllegalArgumentException("a line of the stream has more than 16 MiB");
        }
        if (length == line.length) {
            line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = next;
    }

    private void line() {
        if (length == 0) {
            dispatch();
        } else if (length >= DATA.length
                && Arrays.equals(line, 0, DATA.length, DATA, 0, DATA.length)) {
            int from = length > DATA.length && line[DATA.length] == ' ' ? 6 : DATA.length;
            append(from);
        }
        length = 0;
    }

    /// Several data lines of one event are one text.
    private void append(int from) {
        if (data.size() + length > MOST_BYTES) {
            throw new IllegalArgumentException("an event of the stream has more than 16 MiB");
        }
        if (hasData) {
            data.write('\n');
        }
        data.write(line, from, length - from);
        hasData = true;
    }

    private void dispatch() {
        if (hasData) {
            byte[] event = data.toByteArray();
            data.reset();
            hasData = false;
            listener.accept(event);
        }
    }
}
