package dev.llmprof.trace.hidden;

import dev.llmprof.trace.Broken;
import dev.llmprof.trace.ProtobufBytes;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// A protobuf message whose meaning is not known: where its fields lie.
final class Message {
    private final ProtobufBytes bytes;

    private Message(byte[] bytes, int from, int end) {
        this.bytes = new ProtobufBytes(bytes, from, end);
    }

    /// `key` is its number and kind, as they are stored; `from` to `end` is what it holds.
    record Field(int key, int from, int end, long number) {
        boolean isNested() {
            return (key & 7) == ProtobufBytes.BLOCK;
        }
    }

    static List<Field> fields(byte[] bytes, int from, int end) {
        return new Message(bytes, from, end).fields();
    }

    /// Messages one behind the other, each after its length.
    static List<Field> sequence(byte[] bytes, int from, int end) {
        var message = new Message(bytes, from, end);
        List<Field> all = new ArrayList<>();
        while (!message.bytes.atEnd()) {
            all.add(message.block(ProtobufBytes.BLOCK));
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
        while (!bytes.atEnd()) {
            long key = bytes.number();
            if (key >>> 3 == 0 || key > Integer.MAX_VALUE) {
                throw new Broken("field " + key + " at byte " + bytes.at());
            }
            all.add(field((int) key));
        }
        return all;
    }

    private Field field(int key) {
        return switch (key & 7) {
            case ProtobufBytes.NUMBER -> {
                long value = bytes.number();
                yield new Field(key, bytes.at(), bytes.at(), value);
            }
            case ProtobufBytes.EIGHT_BYTES -> fixed(key, 8);
            case ProtobufBytes.FOUR_BYTES -> fixed(key, 4);
            case ProtobufBytes.BLOCK -> block(key);
            default -> throw new Broken("kind " + (key & 7) + " at byte " + bytes.at());
        };
    }

    private Field block(int key) {
        int from = bytes.block();
        return new Field(key, from, bytes.at(), 0);
    }

    private Field fixed(int key, int size) {
        bytes.fixed(size);
        return new Field(key, bytes.at() - size, bytes.at(), 0);
    }
}
