package dev.llmprof.trace.ncu;

import dev.llmprof.trace.Broken;
import java.nio.charset.StandardCharsets;

/// A cursor over the fields of one protobuf message; nothing is decoded that is not asked for.
final class Wire {
    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH = 2;
    private static final int GROUP = 3;
    private static final int GROUP_END = 4;
    private static final int FOUR_BYTES = 5;
    private static final int DEEPEST_GROUP = 64;

    private final byte[] bytes;
    private final int end;
    private int at;
    private int type;
    private int valueAt;
    private int valueEnd;
    private long scalar;

    Wire(byte[] message) {
        this(message, 0, message.length);
    }

    private Wire(byte[] bytes, int from, int to) {
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
            case GROUP -> skipGroup();
            default -> throw new Broken("wire type " + type + " at byte " + at);
        }
        return field;
    }

    long integer() {
        return type == LENGTH || type == GROUP ? 0 : scalar;
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
        return new String(bytes, valueAt, valueEnd - valueAt, StandardCharsets.UTF_8);
    }

    Wire message() {
        return type == LENGTH ? new Wire(bytes, valueAt, valueEnd) : new Wire(bytes, at, at);
    }

    private void skip(long length) {
        valueAt = at;
        if (length < 0 || length > end - at) {
            throw new Broken("a field of " + length + " bytes at byte " + at);
        }
        at += (int) length;
        valueEnd = at;
    }

    /// No message that is known has one; later versions may.
    private void skipGroup() {
        int depth = 1;
        while (depth > 0) {
            int inner = (int) (varint() & 7);
            switch (inner) {
                case VARINT -> varint();
                case EIGHT_BYTES -> fixed(8);
                case FOUR_BYTES -> fixed(4);
                case LENGTH -> skip(varint());
                case GROUP -> depth++;
                case GROUP_END -> depth--;
                default -> throw new Broken("wire type " + inner + " at byte " + at);
            }
            if (depth > DEEPEST_GROUP) {
                throw new Broken("groups in groups at byte " + at);
            }
        }
        valueEnd = valueAt;
    }

    private long fixed(int size) {
        if (end - at < size) {
            throw new Broken("the end inside a number at byte " + at);
        }
        long value = 0;
        for (int place = 0; place < size; place++) {
            value |= (bytes[at++] & 0xFFL) << (8 * place);
        }
        return value;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                throw new Broken("the end inside a number at byte " + at);
            }
            byte next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new Broken("a number of more than ten bytes at byte " + at);
    }
}
