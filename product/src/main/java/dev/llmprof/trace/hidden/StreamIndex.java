package dev.llmprof.trace.hidden;

import dev.llmprof.trace.Broken;
import dev.llmprof.trace.ProtobufBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The parts of nsys's raw stream, one behind the other, as the index at its end lists them: a
/// message for each, then where the index begins, then the mark.
record StreamIndex(List<Part> parts) {
    private static final byte[] MARK = "U3w[END]".getBytes(StandardCharsets.US_ASCII);
    private static final int TAIL = Long.BYTES + MARK.length;
    private static final int LONGEST = 1 << 20;
    private static final int NAME = 1 << 3 | ProtobufBytes.BLOCK;
    private static final int FROM = 2 << 3;
    private static final int SIZE = 3 << 3;

    StreamIndex {
        parts = List.copyOf(parts);
    }

    /// A named part and its bytes in the file.
    record Part(String name, long from, long length) {
        long end() {
            return from + length;
        }
    }

    static StreamIndex of(FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < TAIL) {
            throw new Broken("a stream of " + size + " bytes");
        }
        ByteBuffer tail = bytes(channel, size - TAIL, TAIL).order(ByteOrder.LITTLE_ENDIAN);
        long from = tail.getLong(0);
        if (!tail.slice(Long.BYTES, MARK.length).equals(ByteBuffer.wrap(MARK))) {
            throw new Broken("a stream without its end");
        }
        if (from < MARK.length || from > size - TAIL || size - TAIL - from > LONGEST) {
            throw new Broken("an index at byte " + from);
        }
        byte[] index = bytes(channel, from, (int) (size - TAIL - from)).array();
        return new StreamIndex(checked(parts(index), from));
    }

    /// The index of these parts, wherever they lie by now, as a file's last bytes.
    byte[] tail() {
        var out = new ByteArrayOutputStream();
        for (Part part : parts) {
            var one = new ByteArrayOutputStream();
            byte[] name = part.name().getBytes(StandardCharsets.UTF_8);
            one.write(NAME);
            Message.writeNumber(one, name.length);
            one.writeBytes(name);
            one.write(FROM);
            Message.writeNumber(one, part.from());
            one.write(SIZE);
            Message.writeNumber(one, part.length());
            out.write(NAME);
            Message.writeNumber(out, one.size());
            out.writeBytes(one.toByteArray());
        }
        ByteBuffer where = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.writeBytes(where.putLong(0, parts.getLast().end()).array());
        out.writeBytes(MARK);
        return out.toByteArray();
    }

    static ByteBuffer bytes(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, from + bytes.position()) < 0) {
                throw new Broken("the end at byte " + (from + bytes.position()));
            }
        }
        return bytes.flip();
    }

    private static List<Part> parts(byte[] index) {
        List<Part> parts = new ArrayList<>();
        for (Message.Field field : Message.fields(index, 0, index.length)) {
            if (field.key() != NAME) {
                throw new Broken("an index with a field " + field.key());
            }
            parts.add(part(index, field));
        }
        return parts;
    }

    private static Part part(byte[] index, Message.Field whole) {
        String name = "";
        long from = 0;
        long length = 0;
        for (Message.Field field : Message.fields(index, whole.from(), whole.end())) {
            switch (field.key()) {
                case NAME ->
                        name =
                                new String(
                                        index,
                                        field.from(),
                                        field.end() - field.from(),
                                        StandardCharsets.UTF_8);
                case FROM -> from = field.number();
                case SIZE -> length = field.number();
                default -> throw new Broken("a part with a field " + field.key());
            }
        }
        return new Part(name, from, length);
    }

    /// Were there a byte that belongs to no part, moving the parts would lose it.
    private static List<Part> checked(List<Part> parts, long end) {
        if (parts.isEmpty()) {
            throw new Broken("a stream without parts");
        }
        long at = parts.getFirst().from();
        for (Part part : parts) {
            if (part.from() != at || part.length() < 0 || part.end() > end) {
                throw new Broken("the part " + part.name() + " at byte " + part.from());
            }
            at = part.end();
        }
        if (at != end || parts.getFirst().from() < 0) {
            throw new Broken("parts up to byte " + at + " of " + end);
        }
        return parts;
    }
}
