package dev.llmprof.trace.hidden;

import dev.llmprof.trace.Broken;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// A protobuf message whose meaning is not known: where its fields lie.
final class Message {
    static final int LENGTH = 2;
    private static final int NUMBER = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int FOUR_BYTES = 5;

    private final byte[] bytes;
    private final int end;
    private int at;

    private Message(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /// `key` is its number and kind, as they are stored; `from` to `end` is what it holds.
    record Field(int key, int from, int end, long number) {
        boolean isNested() {
            return (key & 7) == LENGTH;
        }
    }

    static List<Field> fields(byte[] bytes, int from, int end) {
        return new Message(bytes, from, end).fields();
    }

    /// Messages one behind the other, each after its length.
    static List<Field> sequence(byte[] bytes, int from, int end) {
        var message = new Message(bytes, from, end);
        List<Field> all = new ArrayList<>();
        while (message.at < end) {
            all.add(message.block(LENGTH));
        }
        return all;
    }

    static void writeNumber(ByteArrayOutputStream out, long number) {
        long rest = number;
        while (rest >>> 7 != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private List<Field> fields() {
        List<Field> all = new ArrayList<>();
        while (at < end) {
            long key = number();
            if (key >>> 3 == 0 || key > Integer.MAX_VALUE) {
                throw new Broken("field " + key + " at byte " + at);
            }
            all.add(
                    switch ((int) (key & 7)) {
                        case NUMBER -> {
                            long value = number();
                            yield new Field((int) key, at, at, value);
                        }
                        case EIGHT_BYTES -> fixed((int) key, 8);
                        case FOUR_BYTES -> fixed((int) key, 4);
                        case LENGTH -> block((int) key);
                        default -> throw new Broken("kind " + (key & 7) + " at byte " + at);
                    });
        }
        return all;
    }

    private Field block(int key) {
        long length = number();
        if (length < 0 || length > end - at) {
            throw new Broken("a field of " + length + " bytes at byte " + at);
        }
        at += (int) length;
        return new Field(key, at - (int) length, at, 0);
    }

    private Field fixed(int key, int size) {
        if (end - at < size) {
            throw new Broken("the end inside a number at byte " + at);
        }
        at += size;
        return new Field(key, at - size, at, 0);
    }

    private long number() {
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
