package dev.llmprof.table.parquet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// Thrift's compact way to write a structure, in which Parquet keeps headers and footer. Fields are
/// written in rising order.
final class Thrift {
    private static final int SHORT = 5;
    private static final int WHOLE = 6;
    private static final int TEXT = 8;
    private static final int LIST = 9;
    private static final int STRUCTURE = 12;

    private final ByteSink bytes = new ByteSink();
    private final Deque<Integer> outer = new ArrayDeque<>();
    private int last;

    /// One of 32 bits.
    Thrift number(int field, int value) {
        field(field, SHORT);
        bytes.addZigzag(value);
        return this;
    }

    /// One of 64 bits.
    Thrift longNumber(int field, long value) {
        field(field, WHOLE);
        bytes.addZigzag(value);
        return this;
    }

    Thrift text(int field, String text) {
        field(field, TEXT);
        element(text);
        return this;
    }

    Thrift begin(int field) {
        field(field, STRUCTURE);
        return beginElement();
    }

    Thrift beginElement() {
        outer.push(last);
        last = 0;
        return this;
    }

    /// Of the structure begun last, or of the whole.
    Thrift end() {
        bytes.add(0);
        last = outer.isEmpty() ? 0 : outer.pop();
        return this;
    }

    Thrift structures(int field, int size) {
        return list(field, size, STRUCTURE);
    }

    Thrift numbers(int field, int... values) {
        list(field, values.length, SHORT);
        for (int value : values) {
            bytes.addZigzag(value);
        }
        return this;
    }

    Thrift texts(int field, String text) {
        list(field, 1, TEXT);
        element(text);
        return this;
    }

    byte[] toBytes() {
        return bytes.toBytes();
    }

    private Thrift list(int field, int size, int type) {
        field(field, LIST);
        if (size < 15) {
            bytes.add((size << 4) | type);
        } else {
            bytes.add(0xF0 | type);
            bytes.addVarint(size);
        }
        return this;
    }

    private void element(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        bytes.addVarint(utf8.length);
        bytes.add(utf8);
    }

    private void field(int field, int type) {
        bytes.add(((field - last) << 4) | type);
        last = field;
    }
}
