package dev.llmprof.trace;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// A cursor over the fields of one protobuf message; nothing is decoded that is not asked for.
final class Wire {
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH = 2;
    private static final int FOUR_BYTES = 5;

    private final MemorySegment bytes;
    private final long end;
    private long at;
    private int type;
    private long valueAt;
    private long valueEnd;
    private long scalar;

    Wire(MemorySegment bytes, long from, long to) {
        if (from < 0 || to < from || to > bytes.byteSize()) {
            throw new Broken("a message of " + (to - from) + " bytes at byte " + from);
        }
        this.bytes = bytes;
        this.at = from;
        this.end = to;
    }

    /// The number of the next field, or 0 at the end of the message.
    int next() {
        if (at == end) {
            return 0;
        }
        long key = varint();
        int field = (int) (key >>> 3);
        type = (int) (key & 7);
        if (field <= 0) {
            throw new Broken("field number " + (key >>> 3) + " at byte " + at);
        }
        valueAt = at;
        switch (type) {
            case VARINT -> scalar = varint();
            case EIGHT_BYTES -> scalar = fixed(8);
            case FOUR_BYTES -> scalar = fixed(4);
            case LENGTH -> skip(varint());
            default -> throw new Broken("wire type " + type + " at byte " + at);
        }
        return field;
    }

    long integer() {
        return type == LENGTH ? 0 : scalar;
    }

    /// A double or a float; whole numbers are taken as they are.
    double real() {
        return switch (type) {
            case EIGHT_BYTES -> Double.longBitsToDouble(scalar);
            case FOUR_BYTES -> Float.intBitsToFloat((int) scalar);
            default -> integer();
        };
    }

    String text() {
        if (type != LENGTH) {
            return "";
        }
        byte[] copy = bytes.asSlice(valueAt, valueEnd - valueAt).toArray(JAVA_BYTE);
        return new String(copy, StandardCharsets.UTF_8);
    }

    Wire message() {
        return type == LENGTH ? new Wire(bytes, valueAt, valueEnd) : new Wire(bytes, at, at);
    }

    private void skip(long length) {
        valueAt = at;
        if (length < 0 || length > end - at) {
            throw new Broken("a field of " + length + " bytes at byte " + at);
        }
        at += length;
        valueEnd = at;
    }

    private long fixed(int size) {
        if (end - at < size) {
            throw new Broken("the end inside a number at byte " + at);
        }
        long value = size == 8 ? bytes.get(LONG, at) : bytes.get(INT, at);
        at += size;
        return value;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                throw new Broken("the end inside a number at byte " + at);
            }
            byte next = bytes.get(JAVA_BYTE, at++);
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new Broken("a number of more than ten bytes at byte " + at);
    }
}
