package dev.llmprof.trace.ncu;

import dev.llmprof.trace.Broken;
import dev.llmprof.trace.ProtobufBytes;
import java.nio.charset.StandardCharsets;

/// A cursor over the fields of one protobuf message; nothing is decoded that is not asked for.
final class Wire {
    private static final int GROUP = 3;
    private static final int GROUP_END = 4;
    private static final int DEEPEST_GROUP = 64;

    private final byte[] bytes;
    private final ProtobufBytes cursor;
    private int type;
    private int valueAt;
    private int valueEnd;
    private long scalar;

    Wire(byte[] message) {
        this(message, 0, message.length);
    }

    private Wire(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.cursor = new ProtobufBytes(bytes, from, to);
    }

    /// The number of the next field, or 0 at the end of the message.
    int next() {
        if (cursor.atEnd()) {
            return 0;
        }
        long key = cursor.number();
        int field = (int) (key >>> 3);
        type = (int) (key & 7);
        if (field <= 0) {
            throw new Broken("field number " + (key >>> 3) + " at byte " + cursor.at());
        }
        valueAt = cursor.at();
        switch (type) {
            case ProtobufBytes.NUMBER -> scalar = cursor.number();
            case ProtobufBytes.EIGHT_BYTES -> scalar = cursor.fixed(8);
            case ProtobufBytes.FOUR_BYTES -> scalar = cursor.fixed(4);
            case ProtobufBytes.BLOCK -> skipBlock();
            case GROUP -> skipGroup();
            default -> throw new Broken("wire type " + type + " at byte " + cursor.at());
        }
        return field;
    }

    long integer() {
        return type == ProtobufBytes.BLOCK || type == GROUP ? 0 : scalar;
    }

    /// A double or a float; whole numbers are taken as they are.
    double real() {
        return switch (type) {
            case ProtobufBytes.EIGHT_BYTES -> Double.longBitsToDouble(scalar);
            case ProtobufBytes.FOUR_BYTES -> Float.intBitsToFloat((int) scalar);
            default -> integer();
        };
    }

    String text() {
        if (type != ProtobufBytes.BLOCK) {
            return "";
        }
        return new String(bytes, valueAt, valueEnd - valueAt, StandardCharsets.UTF_8);
    }

    Wire message() {
        return type == ProtobufBytes.BLOCK
                ? new Wire(bytes, valueAt, valueEnd)
                : new Wire(bytes, 0, 0);
    }

    private void skipBlock() {
        valueAt = cursor.block();
        valueEnd = cursor.at();
    }

    /// No message that is known has one; later versions may.
    private void skipGroup() {
        int depth = 1;
        while (depth > 0) {
            int inner = (int) (cursor.number() & 7);
            switch (inner) {
                case ProtobufBytes.NUMBER -> cursor.number();
                case ProtobufBytes.EIGHT_BYTES -> cursor.fixed(8);
                case ProtobufBytes.FOUR_BYTES -> cursor.fixed(4);
                case ProtobufBytes.BLOCK -> skipBlock();
                case GROUP -> depth++;
                case GROUP_END -> depth--;
                default -> throw new Broken("wire type " + inner + " at byte " + cursor.at());
            }
            if (depth > DEEPEST_GROUP) {
                throw new Broken("groups in groups at byte " + cursor.at());
            }
        }
        valueEnd = valueAt;
    }
}
