package dev.llmprof.testing.nsight;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// A message in the wire format of protocol buffers, field by field.
public final class ProtoMessage {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final byte[] around;

    /// With these bytes, which may be none, before all fields and after them.
    public ProtoMessage(byte... around) {
        this.around = around.clone();
        raw(around);
    }

    public ProtoMessage number(int field, long value) {
        return tag(field, 0).varint(value);
    }

    public ProtoMessage real(int field, double value) {
        tag(field, 1);
        bytes.writeBytes(
                ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(value).array());
        return this;
    }

    public ProtoMessage text(int field, String text) {
        return message(field, text.getBytes(StandardCharsets.UTF_8));
    }

    public ProtoMessage message(int field, ProtoMessage content) {
        return message(field, content.toBytes());
    }

    public ProtoMessage message(int field, byte[] content) {
        tag(field, 2).varint(content.length);
        return raw(content);
    }

    /// The number and wire type that stand before a value.
    public ProtoMessage tag(int field, int wireType) {
        return varint((long) field << 3 | wireType);
    }

    public ProtoMessage raw(byte... content) {
        bytes.writeBytes(content);
        return this;
    }

    private ProtoMessage varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
        return this;
    }

    public byte[] toBytes() {
        var whole = new ByteArrayOutputStream();
        whole.writeBytes(bytes.toByteArray());
        whole.writeBytes(around);
        return whole.toByteArray();
    }

    /// With its length before it, as the items of a report are.
    public static byte[] sized(byte[] content) {
        return ByteBuffer.allocate(4 + content.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(content.length)
                .put(content)
                .array();
    }
}
